import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Category, productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import type { Selection } from "../../../infra/dataset/DatasetManifest.ts"
import { exportDataset } from "../../../infra/dataset/ExportDataset.ts"
import { eventLine } from "../../../infra/event-log/EventLine.ts"
import { checkedManifest, dataFilesIn, linesOfDataset } from "../../support/DatasetOnDisk.ts"
import { embeddedStores, temporaryFolder } from "../../support/EmbeddedStores.ts"
import { listed } from "../../support/Facts.ts"

const everything: Selection = { category: null, stream: null, type: null, from: null, to: null }
const meta = { commandId: "c1", actor: "cli" } as const

const list = (...numbers: ReadonlyArray<number>) =>
  Effect.flatMap(EventLog, (log) =>
    log.append(
      numbers.map((number) => {
        const id = ProductId.make(`off_${String(number).padStart(13, "0")}`)
        return { streamId: productStream(id), expectedVersion: 0, events: [listed({ id })] }
      }),
      meta
    )
  )

const register = Effect.flatMap(EventLog, (log) =>
  log.append(
    [{ streamId: "account-acc_a", expectedVersion: 0, events: [{ _tag: "AccountRegistered", plan: "starter" }] }],
    meta
  )
)

const run = (folder: string, more: { readonly selection?: Partial<Selection>; readonly incremental?: boolean } = {}) =>
  Effect.flatMap(EventLog, (log) =>
    exportDataset(
      {
        folder,
        format: "ndjson",
        selection: { ...everything, ...more.selection },
        incremental: more.incremental ?? true
      },
      log.export,
      () => Effect.void
    )
  )

const whole = Effect.flatMap(EventLog, (log) =>
  log.export({ tx: 0, position: 0 }).pipe(Stream.map(eventLine), Stream.runCollect)
)

const inNewLog = <A, E, R>(test: (dataset: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    return yield* test(join(folder, "dataset")).pipe(Effect.provide(Layer.fresh(embeddedStores)))
  }).pipe(Effect.scoped)

describe("a dataset", () => {
  it.effect("has each event once, below its category and the UTC day on which it was recorded", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        yield* TestClock.setTime(Date.parse("2026-11-26T23:59:59.999Z"))
        yield* list(1, 2)
        yield* TestClock.adjust("1 millis")
        yield* list(3)
        yield* register
        const { events, files } = yield* run(dataset)
        assert.deepStrictEqual([events, files], [4, 3])
        const manifest = yield* checkedManifest(dataset)
        assert(manifest !== null)
        assert.deepStrictEqual(
          manifest.files.map(({ category, day, first, last, rows }) => [category, day, rows, first, last]),
          [
            ["product", "2026-11-26", 2, "1", "2"],
            ["product", "2026-11-27", 1, "3", "3"],
            ["account", "2026-11-27", 1, "4", "4"]
          ]
        )
        assert.deepStrictEqual(manifest.events, { product: 3, account: 1 })
        assert.strictEqual(manifest.cursor, "4")
        assert.deepStrictEqual(linesOfDataset(dataset, manifest.files), yield* whole)
      })
    )
  )

  it.effect("is added to: a run writes what is new into files of its own, and leaves the others", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        yield* list(1, 2)
        yield* run(dataset)
        const [first = ""] = dataFilesIn(dataset)
        const before = statSync(join(dataset, first))
        assert.deepStrictEqual((yield* run(dataset)).files, 0)
        yield* list(3)
        assert.deepStrictEqual((yield* run(dataset)).events, 1)
        const manifest = yield* checkedManifest(dataset)
        assert.deepStrictEqual(linesOfDataset(dataset, manifest?.files ?? []), yield* whole)
        const after = statSync(join(dataset, first))
        assert.deepStrictEqual([after.ino, after.mtimeMs, after.size], [before.ino, before.mtimeMs, before.size])
      })
    )
  )

  it.effect("holds few files open: a day that comes again gets another file, and no event is lost", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        const days = 12
        // twice over the days, as clocks of two nodes that are apart
        for (let i = 0; i < 2 * days; i++) {
          yield* TestClock.setTime(Date.UTC(2026, 0, 1 + (i % days)))
          yield* list(i)
        }
        const { files } = yield* run(dataset)
        assert.strictEqual(files, 2 * days)
        const manifest = yield* checkedManifest(dataset)
        assert.sameMembers([...linesOfDataset(dataset, manifest?.files ?? [])], yield* whole)
      })
    )
  )

  it.effect(
    "holds what was selected by recorded time, category, stream and type, and knows how far the log was read",
    () =>
      inNewLog(
        Effect.fnUntraced(function* (dataset) {
          yield* TestClock.setTime(1_000)
          yield* list(1)
          yield* TestClock.setTime(2_000)
          yield* list(2)
          yield* register
          yield* TestClock.setTime(3_000)
          yield* list(3)
          const selections: ReadonlyArray<readonly [Partial<Selection>, ReadonlyArray<number>]> = [
            [{ from: 2_000 }, [2, 3, 4]],
            [{ to: 2_000 }, [1]],
            [{ from: 2_000, to: 3_000, category: "product" satisfies Category }, [2]],
            [{ type: "AccountRegistered" }, [3]],
            [{ stream: "product-off_0000000000003" }, [4]]
          ]
          const all = yield* whole
          for (const [i, [selection, positions]] of selections.entries()) {
            const folder = `${dataset}-${i}`
            yield* run(folder, { selection })
            const manifest = yield* checkedManifest(folder)
            assert.strictEqual(manifest?.cursor, "4")
            assert.sameMembers(
              [...linesOfDataset(folder, manifest?.files ?? [])],
              positions.map((position) => all[position - 1] ?? "")
            )
          }
        })
      )
  )
})

describe("a dataset is refused", () => {
  const refusal = (folder: string, more: Parameters<typeof run>[1] = {}) =>
    Effect.map(Effect.flip(run(folder, more)), ({ message }) => message)

  it.effect("where there is something else, or one already, or one of other filters", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        yield* list(1)
        yield* run(dataset)
        assert.include(yield* refusal(dataset, { incremental: false }), "--incremental goes on with it")
        assert.include(yield* refusal(dataset, { selection: { category: "key" } }), "other filters")
        writeFileSync(join(dataset, "notes.txt"), "")
        assert.include(yield* refusal(dataset), "holds notes.txt")
        assert.lengthOf(readdirSync(dataset), 4)
      })
    )
  )

  it.effect("whose files are gone or changed, or whose manifest is damaged", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        yield* list(1)
        yield* run(dataset)
        const [first = ""] = dataFilesIn(dataset)
        appendFileSync(join(dataset, first), "more")
        assert.include(yield* refusal(dataset), "gone or was changed")
        rmSync(join(dataset, first))
        assert.include(yield* refusal(dataset), "gone or was changed")
        writeFileSync(join(dataset, "manifest.json"), "{")
        assert.include(yield* refusal(dataset), "no manifest")
      })
    )
  )

  it.effect("that another log made, be it longer or shorter", () =>
    inNewLog(
      Effect.fnUntraced(function* (dataset) {
        yield* list(1, 2)
        yield* run(dataset)
        const elsewhere = (...numbers: ReadonlyArray<number>) =>
          Effect.andThen(list(...numbers), refusal(dataset)).pipe(
            Effect.provide(Layer.fresh(embeddedStores)),
            Effect.scoped
          )
        assert.include(yield* elsewhere(1), "another event at 2, or none")
        assert.include(yield* elsewhere(1, 3, 4), "another event at 2, or none")
      })
    )
  )
})
