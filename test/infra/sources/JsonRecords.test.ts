import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { jsonRecordBatches } from "../../../infra/sources/JsonRecords.ts"
import { SourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import { pieces } from "./Reading.ts"

const read = async (bytes: AsyncIterable<Uint8Array>) => {
  const rows: Array<readonly [line: number, found: unknown]> = []
  let error: unknown = null
  try {
    for await (const batch of jsonRecordBatches("test", bytes, ["Foods", "More"])) {
      rows.push(...batch.map((row) => [row.line, "value" in row ? row.value : row.refused] as const))
    }
  } catch (cause) {
    error = cause instanceof SourceUnreadable ? cause.reason : cause
  }
  return { rows, error }
}
const readText = (text: string, size = 7) => read(pieces(new TextEncoder().encode(text), size))
const values = async (text: string, size?: number) => (await readText(text, size)).rows.map(([, value]) => value)

describe("jsonRecordBatches", () => {
  const records = [{ a: '}],{\n\\"' }, { b: [1, [2, { c: null }]] }, { d: "ю" }]
  const lines = records.map((record) => JSON.stringify(record))

  it("reads the same records from every layout", async () => {
    const layouts = {
      lines: lines.join("\n"),
      "lines with ends": `${lines.join("\r\n")}\r\n\r\n`,
      "list of lines": `{"Foods": [\n${lines.join(",\n")}\n]}\n`,
      "list of lines, closed on the last": `{"Foods": [\n${lines.join(",\n")}]}`,
      "bare list of lines": `[\n${lines.join(",\n")}\n]`,
      "list on one line": `{"Foods":[${lines.join(",")}]}`,
      "bare list on one line": ` [${lines.join(",")}]\n`,
      "after other members": `{"totalHits":3,"pages":[1,[2]],"Foods":[${lines.join(",")}],"end":{"x":[{}]}}`,
      "lists one after the other": `{"Foods":[${lines[0]}],"More":[${lines[1]},${lines[2]}]}`,
      "indented list": JSON.stringify({ Foods: records }, null, 2),
      "indented values": records.map((record) => JSON.stringify(record, null, 1)).join("\n")
    }
    for (const [name, text] of Object.entries(layouts)) {
      assert.deepStrictEqual(await values(text), records, name)
      assert.deepStrictEqual(await values(`\uFEFF${text}`, 1), records, `${name}, byte by byte`)
    }
  })

  it.prop("records of any text come back", [Schema.Array(Schema.Struct({ x: Schema.String }))], async ([given]) => {
    assert.deepStrictEqual(await values(JSON.stringify({ Foods: given }), 5), [...given])
    const found = await values(given.map((record) => JSON.stringify(record)).join("\n"), 5)
    assert.deepStrictEqual(found, [...given])
  })

  it("a broken line is a row of its own; the others count", async () => {
    const { error, rows } = await readText('{"a":1}\n{"b":\n\n{"c":3}\n')
    assert.isNull(error)
    assert.deepStrictEqual(rows, [
      [1, { a: 1 }],
      [2, "json_invalid"],
      [4, { c: 3 }]
    ])
    const inList = await readText('{"Foods": [\n{"a":1},\n{"b"},\n{"c":3}\n]}')
    assert.deepStrictEqual(inList.rows, [
      [2, { a: 1 }],
      [3, "json_invalid"],
      [4, { c: 3 }]
    ])
  })

  it("what does not begin as JSON, such as a table, is refused as a whole, and closed", async () => {
    let closed = 0
    const table = async function* () {
      try {
        yield* pieces(new TextEncoder().encode('\n"fdc_id","gtin_upc"\n'.repeat(1_000)))
      } finally {
        closed++
      }
    }
    assert.deepStrictEqual(await read(table()), { rows: [], error: "header_wrong" })
    assert.strictEqual(closed, 1)
    assert.deepStrictEqual(await readText(" \n"), { rows: [], error: null })
  })

  it("a list that ends early ends the reading with an error, after its records", async () => {
    for (const text of ['{"Foods":[{"a":1},{"b', '{"Foods": [\n{"a":1},\n']) {
      const { error, rows } = await readText(text)
      assert.deepStrictEqual(
        rows.map(([, value]) => value),
        [{ a: 1 }],
        text
      )
      assert.strictEqual(error, "json_invalid", text)
    }
  })

  it("a mistake in a list on one line ends the reading with an error, after its records", async () => {
    const { error, rows } = await readText('{"Foods":[{"a":1},oops,{"b":2}]}')
    assert.deepStrictEqual(rows, [[1, { a: 1 }]])
    assert.strictEqual(error, "json_invalid")
  })

  it("a record above 16 MiB is refused before it fills the memory", async () => {
    let handedOut = 0
    const endless = async function* () {
      yield new TextEncoder().encode('{"Foods":[{"a":1},{"b":"')
      for (; handedOut < 64; handedOut++) yield new Uint8Array(1024 * 1024).fill(97)
    }
    const { error, rows } = await read(endless())
    assert.deepStrictEqual(rows, [[1, { a: 1 }]])
    assert.strictEqual(error, "json_invalid")
    assert.isBelow(handedOut, 20)
  })
})
