import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, Schema } from "effect"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { JournalRecord, UsageJournal } from "../../../domain/ports/UsageJournal.ts"
import { LeaseId, UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { layer } from "../../../infra/journal/FileUsageJournal.ts"
import { decodeRecord, encodeRecord, parseJournal } from "../../../infra/journal/JournalFormat.ts"

const keyId = KeyId.make("key_aaaaaaaaaaaaa1")
const day = UsageDay.make("2026-03-14")
const lease = LeaseId.make("n1:1:1")
const records: ReadonlyArray<JournalRecord> = [
  { _tag: "Requested", request: "n1:1:1", keyId, day },
  { _tag: "Granted", lease, request: "n1:1:1", keyId, day, reported: 0 },
  { _tag: "Used", lease, n: 1, at: 1_773_529_199_000, operation: "semantic-search" },
  { _tag: "Refused", request: "n1:1:2" },
  { _tag: "Closed", lease }
]

const journalPath = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "journal-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "journal")
)

/** One life of a node: opens the journal, acts, closes it. */
const life = <A>(path: string, act: (journal: UsageJournal["Service"]) => A) =>
  Effect.provide(
    UsageJournal.use((journal) => Effect.sync(() => act(journal))),
    layer(path),
    { local: true }
  )

const appendAll = (journal: UsageJournal["Service"]) =>
  records.forEach((record) => Result.getOrThrow(journal.append(record)))

describe("FileUsageJournal", () => {
  it.prop("reads back every record that it writes", { record: JournalRecord }, ({ record }) => {
    const line = encodeRecord(record)
    const read = decodeRecord(line.slice(0, -1))
    // as text, because it knows no negative zero
    assert.strictEqual(read && JSON.stringify(read), JSON.stringify(record))
  })

  it.prop(
    "a line with any one character changed is not read",
    { at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 500 })), flip: Schema.Literals([1, 2, 4, 8, 16]) },
    ({ at, flip }) => {
      const line = encodeRecord(records[2] ?? { _tag: "Closed", lease }).slice(0, -1)
      const i = at % line.length
      const damaged = line.slice(0, i) + String.fromCharCode(line.charCodeAt(i) ^ flip) + line.slice(i + 1)
      assert.isUndefined(decodeRecord(damaged))
    }
  )

  it.effect("the next life recovers what this one wrote, in order", () =>
    Effect.gen(function* () {
      const path = yield* journalPath
      assert.deepStrictEqual(yield* life(path, (journal) => journal.recovered), [])
      yield* life(path, appendAll)
      yield* life(path, (journal) => {
        assert.deepStrictEqual(journal.recovered, records)
        Result.getOrThrow(journal.append({ _tag: "Refused", request: "n1:2:1" }))
      })
      assert.strictEqual(yield* life(path, (journal) => journal.recovered.length), records.length + 1)
    })
  )

  it.effect("cut off at any byte, the whole records before the cut are read and the rest is ignored", () =>
    Effect.gen(function* () {
      const path = yield* journalPath
      yield* life(path, appendAll)
      const text = readFileSync(path, "latin1")
      for (let length = 0; length <= text.length; length++) {
        const whole = text.slice(0, length).split("\n").length - 1
        assert.deepStrictEqual(parseJournal(text.slice(0, length)).records, records.slice(0, whole))
      }
      writeFileSync(path, text.slice(0, -5), "latin1")
      yield* life(path, (journal) => Result.getOrThrow(journal.append({ _tag: "Refused", request: "n1:2:1" })))
      const recovered = yield* life(path, (journal) => journal.recovered)
      assert.deepStrictEqual(recovered, [...records.slice(0, -1), { _tag: "Refused", request: "n1:2:1" }])
    })
  )

  it.effect("damage with whole records behind it is an error that names the file, the line and the uses in doubt", () =>
    Effect.gen(function* () {
      const path = yield* journalPath
      yield* life(path, appendAll)
      const lines = readFileSync(path, "latin1").split("\n")
      writeFileSync(path, lines.with(2, "00000000 U n1:1:1 1 1 search").join("\n"), "latin1")
      const error = yield* Effect.flip(life(path, () => undefined))
      assert.strictEqual(error._tag, "JournalCorrupted")
      assert.include(error.message, `${path} is damaged at line 3`)
      const usesBehind = records.slice(3).filter(({ _tag }) => _tag === "Used").length
      assert.include(error.message, `with 0 uses before and ${usesBehind} behind it`)
    })
  )

  it.effect("a rewrite puts the records given in the place of all others, and appending goes on behind them", () =>
    Effect.gen(function* () {
      const path = yield* journalPath
      yield* life(path, (journal) => {
        appendAll(journal)
        const before = journal.sizeBytes()
        Result.getOrThrow(journal.rewrite(records.slice(0, 1)))
        assert.isBelow(journal.sizeBytes(), before)
        Result.getOrThrow(journal.append({ _tag: "Closed", lease }))
      })
      assert.isFalse(existsSync(`${path}.new`))
      assert.deepStrictEqual(yield* life(path, (journal) => journal.recovered), [
        ...records.slice(0, 1),
        ...records.slice(4)
      ])
    })
  )

  it.effect("a journal that cannot be opened is storage that is not available", () =>
    Effect.gen(function* () {
      const path = yield* journalPath
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layer(join(path, "nowhere", "journal")))))
      assert.strictEqual(error._tag, "StorageUnavailable")
    })
  )
})
