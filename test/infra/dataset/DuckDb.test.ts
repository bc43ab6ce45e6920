import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { exportDataset } from "../../../infra/dataset/ExportDataset.ts"
import { rowGroupSize } from "../../../infra/parquet/ParquetTable.ts"
import { tableBelow } from "../../support/DocumentTable.ts"
import { duckDb } from "../../support/DuckDb.ts"
import { embeddedStores, temporaryFolder } from "../../support/EmbeddedStores.ts"
import { listed } from "../../support/Facts.ts"

const id = (number: number) => ProductId.make(`off_${String(number).padStart(13, "0")}`)

const filled = Effect.fnUntraced(function* (count: number) {
  const folder = join(yield* temporaryFolder, "dataset")
  const log = yield* EventLog
  const streams = Array.from({ length: count }, (_, i) => ({
    streamId: productStream(id(i)),
    expectedVersion: 0,
    events: [listed({ id: id(i), names: { ar: [`حليب ${i}`] }, mainLanguage: "ar" })]
  }))
  yield* log.append(streams, { commandId: "c1", actor: "cli" })
  const selection = { category: null, stream: null, type: null, from: null, to: null }
  yield* exportDataset({ folder, format: "parquet", selection, incremental: true }, log.export, () => Effect.void)
  return { folder, db: yield* duckDb }
})

describe("a Parquet dataset in DuckDB", () => {
  it.effect("has the columns and types of docs/data-teams.md", () =>
    Effect.gen(function* () {
      const { db, folder } = yield* filled(1)
      const columns = yield* db.rows(`DESCRIBE SELECT * FROM read_parquet('${folder}/**/*.parquet')`)
      assert.deepStrictEqual(
        columns.map(({ column_name, column_type }) => [column_name, column_type]),
        tableBelow("docs/data-teams.md", "### Columns of an event").map(([name, type]) => [name, type])
      )
    }).pipe(Effect.provide(Layer.fresh(embeddedStores)), Effect.scoped)
  )

  it.effect("has every event of several groups of rows, as it was recorded", () =>
    Effect.gen(function* () {
      const count = rowGroupSize + 1
      const { db, folder } = yield* filled(count)
      const events = `read_parquet('${folder}/**/*.parquet')`
      const [sums] = yield* db.rows(
        `SELECT count(*) AS events, count(DISTINCT id) AS ids, max(logposition) AS last, min(time)::VARCHAR AS time,
           count(*) FILTER (data->>'$.facts.names.ar[0]' = 'حليب ' || (logposition - 1)) AS named FROM ${events}`
      )
      const number = String(count)
      assert.deepStrictEqual(sums, {
        events: number,
        ids: number,
        last: number,
        time: "1970-01-01 00:00:00+00",
        named: number
      })
      const groups = yield* db.rows(
        `SELECT DISTINCT row_group_num_rows AS n FROM parquet_metadata('${folder}/**/*.parquet') ORDER BY n`
      )
      assert.deepStrictEqual(
        groups.map(({ n }) => n),
        ["1", String(rowGroupSize)]
      )
    }).pipe(Effect.provide(Layer.fresh(embeddedStores)), Effect.scoped)
  )
})
