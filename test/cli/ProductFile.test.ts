import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { productFile, type ProductFormat } from "../../src/cli/ProductFile.ts"
import { tableBelow } from "../support/DocumentTable.ts"
import { duckDb } from "../support/DuckDb.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"

const products = [
  {
    facts: facts({
      id: "off_4600000000008",
      names: { ru: ['Молоко "Рога, копыта"'], en: ["=Milk"] },
      barcode: "4600000000008",
      modifiedOn: "2024-02-29",
      provenance: { dataset: "Open Food Facts", reference: "4600000000008", licence: "ODbL-1.0" }
    }),
    version: 3,
    recordedAt: Date.UTC(2026, 10, 27, 10, 30)
  },
  {
    facts: facts({
      id: "c_unknown",
      nutrition: { calories: null, proteins: 0, fats: null, carbs: null, fiber: null, sugar: null, sodium: null }
    }),
    version: 1,
    recordedAt: 0
  }
]

const written = (format: ProductFormat): Buffer => {
  const chunks: Array<Buffer> = []
  const file = productFile(format, (bytes) => void chunks.push(Buffer.from(bytes)))
  for (const product of products) file.add(product)
  file.finish()
  return Buffer.concat(chunks)
}

const questions = `id, version, changed_at::TIMESTAMPTZ::VARCHAR AS changed_at, name, calories, proteins, modified_on::VARCHAR AS day,
  json_extract_string(names, '$.ru[0]') AS russian, licence`

const answers = (name: string) => [
  {
    id: "off_4600000000008",
    version: "3",
    changed_at: "2026-11-27 10:30:00+00",
    name,
    calories: "61.0",
    proteins: "3.15",
    day: "2024-02-29",
    russian: 'Молоко "Рога, копыта"',
    licence: "ODbL-1.0"
  },
  {
    id: "c_unknown",
    version: "1",
    changed_at: "1970-01-01 00:00:00+00",
    name: "Milk",
    calories: null,
    proteins: "0.0",
    day: null,
    russian: null,
    licence: "CC0-1.0"
  }
]

describe("the catalogue as a file", () => {
  it.effect("Parquet has the columns and types of docs/data-teams.md", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "products.parquet")
      writeFileSync(path, written("parquet"))
      const columns = yield* (yield* duckDb).rows(`DESCRIBE SELECT * FROM '${path}'`)
      assert.deepStrictEqual(
        columns.map(({ column_name, column_type }) => [column_name, column_type]),
        [
          ...tableBelow("docs/data-teams.md", "### Columns of a product").map(([name, type]) => [name, type]),
          ...tableBelow("docs/nutrients.md", "## Under `details`").map(([name]) => [name, "DOUBLE"])
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["parquet", "=Milk"],
    ["jsonl", "=Milk"],
    // what a spreadsheet would run is text
    ["csv", "'=Milk"]
  ] as const)("%s says the same of a product", ([format, name]) =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, `products.${format}`)
      writeFileSync(path, written(format))
      const { rows } = yield* duckDb
      yield* rows("SET TimeZone = 'UTC'")
      // numbers as text: what CSV and JSON call an integer or a number is for the reader to say
      const found = yield* rows(
        `SELECT id, version::VARCHAR AS version, changed_at, name, calories::DOUBLE::VARCHAR AS calories,
           proteins::DOUBLE::VARCHAR AS proteins, day, russian, licence
         FROM (SELECT ${questions} FROM ${format === "jsonl" ? `read_json('${path}')` : `'${path}'`})`
      )
      assert.deepStrictEqual(found, answers(name))
    }).pipe(Effect.scoped)
  )
})
