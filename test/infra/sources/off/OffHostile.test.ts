import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { gzipSync } from "node:zlib"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { byteSource } from "../../../../infra/sources/ByteSource.ts"
import { readOff } from "../../../../infra/sources/off/OffDump.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { pieces, readAll, sourceOfText } from "../Reading.ts"

const isFacts = Schema.is(ProductFacts)
const readLines = (...lines: ReadonlyArray<string>) => readAll(readOff(sourceOfText(lines.join("\n"))))
const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : []
}

describe("an import of hostile rows", () => {
  it("keeps no control character, no half of a character and no endless text, in any field", async () => {
    const hostile = [
      "Milk\u0000 \u0001\u001b[31m",
      "Milk \ud83d",
      "\udc00Milk",
      "Milk\u202e\u2066\u200b",
      `e${"\u0301".repeat(10_000)}`,
      "&#0;&#x1F;Milk&amp;#0;",
      `Milk ${"\ud83e\udd5b".repeat(400)}`
    ]
    const rows = hostile.map((text, code) =>
      JSON.stringify({
        code: String(code + 1),
        product_name: text,
        product_name_fr: text,
        brands: text,
        categories: text,
        categories_tags: [text],
        quantity: text,
        serving_size: text,
        image_url: `https://example.org/${text}`,
        pnns_groups_2: text,
        nutriments: { proteins_100g: `1${text}`, "energy-kcal_100g": text }
      })
    )
    const { accepted } = await readLines(...rows)
    assert.lengthOf(accepted, hostile.length)
    for (const facts of accepted) {
      assert.isTrue(isFacts(facts))
      for (const text of texts(facts)) {
        assert.isTrue(text.isWellFormed(), JSON.stringify(text))
        assert.notMatch(text, /\p{Cc}/u)
        assert.isAtMost(Array.from(text).length, 500)
      }
    }
  })

  it("gives every row its reason and reads the next one", async () => {
    const deep = `{"code":"2","product_name":${"[".repeat(200_000)}${"]".repeat(200_000)}}`
    const { accepted, rejected } = await readLines(
      '{"code":"1","product_name":"Milk","nutriments":{"proteins_100g":NaN}}',
      deep,
      '{"code":"3","product_name":{"toString":null}}',
      '{"__proto__":{"code":"4","product_name":"Milk"},"constructor":1}',
      '{"code":"5","product_name":"Milk","nutriments":{"proteins_100g":1e999,"fat_100g":1e308}}',
      '{"code":"6\\u0000","product_name":"Milk"}',
      '{"code":7e20,"product_name":"Milk"}',
      '{"code":"8","product_name":"Milk","images":{"front_en":{"rev":{}}},"lang":["en"],"brands":{"a":1}}',
      '{"code":"9","product_name":"Milk"'
    )
    assert.deepStrictEqual(
      accepted.map(({ id, nutrition }) => [String(id), nutrition.proteins, nutrition.fats]),
      [
        ["off_00000005", null, null],
        ["off_00000008", null, null]
      ]
    )
    assert.deepStrictEqual(rejected, [
      [1, "json_invalid"],
      [2, "no_name"],
      [3, "no_name"],
      [4, "no_code"],
      [6, "code_invalid"],
      [7, "no_code"],
      [9, "json_invalid"]
    ])
  })

  it("unpacks a gzip bomb piece by piece: its endless line is reported, the rows around it are read", async () => {
    const line = (code: number) => `{"code":"${code}","product_name":"Milk"}\n`
    const bomb = gzipSync(Buffer.concat([Buffer.from(line(1)), Buffer.alloc(100e6, 120), Buffer.from(`\n${line(2)}`)]))
    const before = process.memoryUsage().rss
    const { accepted, rejected } = await readAll(readOff(byteSource("test", bomb.length, pieces(bomb, 65_536))))
    assert.isBelow(bomb.length, 120_000)
    assert.deepStrictEqual(rejected, [[2, "line_too_long"]])
    assert.lengthOf(accepted, 2)
    assert.isBelow(process.memoryUsage().rss - before, 150e6)
  })

  it("of a gzip cut off, what came before is a row, and the end an error", async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `{"code":"${i + 1}","product_name":"Milk ${i * 7919}"}\n`)
    const packed = gzipSync(rows.join(""))
    const cut = packed.subarray(0, packed.length / 2)
    const { accepted, error, rejected } = await readAll(readOff(byteSource("test", cut.length, pieces(cut, 4_096))))
    assert.strictEqual(error instanceof SourceUnreadable ? error.reason : error, "truncated_gzip")
    assert.isAbove(accepted.length, 1_000)
    assert.deepStrictEqual(rejected, [])
  })
})
