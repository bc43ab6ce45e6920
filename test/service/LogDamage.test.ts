import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, start, startService } from "../support/ServiceProcess.ts"

const change = (folder: string, sql: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(join(folder, "events.db"))
    db.exec(sql)
    db.close()
  })

/** Some foods in the log, and keys. */
const filled = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  assert.strictEqual((yield* fooddata(folder, "key", "issue", "--plan", "starter")).code, 0)
  return folder
})

const damageOneFact =
  "UPDATE events SET data = replace(data, '\"calories\":61', '\"calories\":71') WHERE stream_id = 'product-c_milk_whole'"

describe("damage of the log", () => {
  it.live("log verify finds nothing in an intact log, beside a running service, too", () =>
    Effect.gen(function* () {
      const folder = yield* filled
      yield* startService(folder)
      const verified = yield* fooddata(folder, "log", "verify")
      assert.deepStrictEqual([verified.code, verified.stderr], [0, ""])
      assert.match(verified.stdout, /^\d+ events, all as they were written\n$/)
    }).pipe(Effect.scoped)
  )

  it.live("one changed fact is named by log verify and ends an export; --skip-damaged goes on and lists it", () =>
    Effect.gen(function* () {
      const folder = yield* filled
      const whole = yield* fooddata(folder, "events", "export")
      yield* change(folder, damageOneFact)
      const verified = yield* fooddata(folder, "log", "verify")
      assert.strictEqual(verified.code, 1)
      assert.match(
        verified.stdout,
        /^event \d+: cannot read ProductListed of product-c_milk_whole version 1: its checksum/m
      )
      const ended = yield* fooddata(folder, "events", "export")
      assert.strictEqual(ended.code, 1)
      assert.include(ended.stderr, "product-c_milk_whole version 1")
      assert.include(ended.stderr, "--skip-damaged FILE")
      const list = join(folder, "damaged.ndjson")
      const skipped = yield* fooddata(folder, "events", "export", "--skip-damaged", list)
      assert.strictEqual(skipped.code, 0)
      const lines = ({ stdout }: { readonly stdout: string }) => stdout.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines(skipped),
        lines(whole).filter((line) => !line.includes('"stream":"product-c_milk_whole"'))
      )
      assert.match(readFileSync(list, "utf8"), /^\{"cursor":"\d+","stream":"product-c_milk_whole","version":1,/)
      const again = yield* fooddata(folder, "events", "export", "--skip-damaged", list)
      assert.strictEqual(again.code, 1)
      assert.include(again.stderr, "cannot make")
    }).pipe(Effect.scoped)
  )

  it.live("a rebuild of the read models parks the product of a changed fact, by name", () =>
    Effect.gen(function* () {
      const folder = yield* filled
      assert.strictEqual((yield* fooddata(folder, "views", "rebuild")).code, 0)
      const before = yield* fooddata(folder, "views", "list", "--json")
      yield* change(folder, damageOneFact)
      const rebuilt = yield* fooddata(folder, "views", "rebuild")
      assert.strictEqual(rebuilt.code, 0)
      assert.include(rebuilt.stderr, "product-search parks product-c_milk_whole")
      const after = yield* fooddata(folder, "views", "list", "--json")
      const productsOf = ({ stdout }: { readonly stdout: string }) => Number(/"products":(\d+)/.exec(stdout)?.[1])
      assert.strictEqual(productsOf(after), productsOf(before) - 1)
    }).pipe(Effect.scoped)
  )

  it.live(
    "a rebuild of the read models ends where the stream of an event cannot be told, and leaves the live ones",
    () =>
      Effect.gen(function* () {
        const folder = yield* filled
        assert.strictEqual((yield* fooddata(folder, "views", "rebuild")).code, 0)
        yield* change(folder, "UPDATE events SET stream_id = 'food-1' WHERE stream_id = 'product-c_milk_whole'")
        const rebuilt = yield* fooddata(folder, "views", "rebuild")
        assert.strictEqual(rebuilt.code, 1)
        assert.include(rebuilt.stderr, "food-1 version 1: its checksum")
        assert.isFalse(existsSync(join(folder, "views.next.db")))
      }).pipe(Effect.scoped)
  )

  it.live("a key directory that says other than the events of keys is not served from", () =>
    Effect.gen(function* () {
      const folder = yield* filled
      yield* change(folder, "UPDATE key_directory SET plan = 'business'")
      const { ended, stderr, stdout } = yield* start(folder, ["serve"])
      assert.deepStrictEqual(yield* Deferred.await(ended), { code: 1, signal: null })
      assert.notInclude(stdout(), "listens")
      assert.match(stderr(), /events\.db is damaged: key_directory key_\w+: it does not say what the key's events say/)
      assert.include(stderr(), "fooddata log verify")
    }).pipe(Effect.scoped)
  )
})
