import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { freePort } from "../support/FreePort.ts"
import { send } from "../support/http/HttpClient.ts"
import { milksAt, milksNamed, parkedBy, toldOnce, until, wholeMilk } from "../support/Milks.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

/** Both milks into the log under names with this word; with `--wait` a service that runs shows them afterwards. */
const importNamed = Effect.fnUntraced(function* (folder: string, word: string, ...flags: ReadonlyArray<string>) {
  const imported = yield* fooddata(folder, "import", "curated", milksNamed(folder, word), ...flags)
  assert.strictEqual(imported.code, 0, imported.stderr)
})

/** Changes what one event of the whole milk says, behind the log's back. */
const rewrite = (folder: string, from: string, to: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(join(folder, "events.db"))
    const { changes } = db
      .prepare("UPDATE events SET data = replace(data, ?, ?) WHERE stream_id = ? AND data LIKE ?")
      .run(from, to, wholeMilk, `%${from}%`)
    db.close()
    assert.strictEqual(changes, 1)
  })
const damage = (folder: string) => rewrite(folder, "Milk second", "Silk second")
const mend = (folder: string) => rewrite(folder, "Silk second", "Milk second")

/** A service that has shown both milks once, and has ended; since then the log has a second event of each, one of them damaged. */
const damaged = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  yield* importNamed(folder, "first")
  const { firstKey = "", stop } = yield* startService(folder)
  yield* stop("SIGTERM")
  yield* importNamed(folder, "second")
  yield* damage(folder)
  const adminPort = yield* freePort
  const start = Effect.gen(function* () {
    const service = yield* startService(folder, { ADMIN_PORT: String(adminPort) })
    return { ...service, ...milksAt(service.url, firstKey) }
  })
  const admin = (path: string) => send({ port: adminPort, path })
  return { folder, start, admin }
})

describe("an event that cannot be read, in the log of a service", () => {
  it.live("parks its product alone: others change, this one stays as it was, and the operator is told once", () =>
    Effect.gen(function* () {
      const { admin, folder, start } = yield* damaged
      const service = yield* start
      assert.include((yield* service.shown("low_fat")).text, "Low-fat milk second")
      assert.include((yield* service.shown("whole")).text, "Milk first")

      yield* importNamed(folder, "third", "--wait")
      assert.include((yield* service.shown("low_fat")).text, "Low-fat milk third")
      assert.include((yield* service.shown("whole")).text, "Milk first")
      assert.include((yield* service.finds("first")).text, '"id":"c_milk_whole","name":"Milk first"')

      assert.include(yield* toldOnce(service, admin), "before version 2")

      const [stream] = parkedBy(yield* fooddata(folder, "views", "parked", "--json"))
      assert.deepInclude(stream, { stream: wholeMilk, version: 2 })
      assert.include(stream?.reason, "checksum")
      assert.match((yield* fooddata(folder, "views", "list")).stdout, /^live +yes +\d+ +2 +1 /m)
    }).pipe(Effect.scoped)
  )

  it.live("is read again on command: mended, its product comes to where the log is, and is never left out before", () =>
    Effect.gen(function* () {
      const { admin, folder, start } = yield* damaged
      const service = yield* start
      yield* importNamed(folder, "third", "--wait")
      const early = yield* fooddata(folder, "views", "unpark", "product-c_milk_whole")
      assert.strictEqual(early.code, 1)
      assert.include(early.stdout, "product-c_milk_whole stays parked: cannot read")
      assert.include((yield* service.shown("whole")).text, "Milk first")

      yield* mend(folder)
      const unparked = yield* fooddata(folder, "views", "unpark", "--all")
      assert.deepStrictEqual([unparked.code, unparked.stdout], [0, "product-c_milk_whole is followed again\n"])
      assert.include((yield* service.shown("whole")).text, "Milk third")
      yield* importNamed(folder, "fourth", "--wait")
      assert.include((yield* service.shown("whole")).text, "Milk fourth")
      yield* until('parked_streams{projection="product-search"} 0', admin("/metrics"))
      const ready = yield* until('{"name":"parked-streams","ok":true', admin("/readyz"))
      assert.include(ready.text, '{"status":"ready"')
      for (const [args, code, said] of [
        [["unpark", "product-c_milk_whole"], 1, "is not parked"],
        [["unpark"], 1, "give --all"],
        [["unpark", "--all"], 0, "No stream is parked."],
        [["parked"], 0, "No stream is parked"]
      ] as const) {
        const { stderr, stdout, ...ended } = yield* fooddata(folder, "views", ...args)
        assert.strictEqual(ended.code, code, args.join(" "))
        assert.include(stdout + stderr, said)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is read again at each start; a file of views that is lost is built again without it", () =>
    Effect.gen(function* () {
      const { folder, start } = yield* damaged
      const first = yield* start
      assert.include((yield* first.shown("whole")).text, "Milk first")
      yield* first.stop("SIGTERM")
      for (const suffix of ["", "-wal", "-shm", "-sums"]) rmSync(join(folder, `views.db${suffix}`), { force: true })
      const second = yield* start
      assert.include((yield* second.shown("whole")).text, "Milk first")
      assert.include((yield* second.shown("low_fat")).text, "Low-fat milk second")
      yield* second.stop("SIGTERM")

      const unparked = yield* fooddata(folder, "views", "unpark", "--all")
      assert.strictEqual(unparked.code, 1)
      yield* mend(folder)
      const third = yield* start
      yield* until("Milk second", third.shown("whole"))
      assert.lengthOf(parkedBy(yield* fooddata(folder, "views", "parked", "--json")), 0)
    }).pipe(Effect.scoped)
  )

  it.live("does not end a rebuild: the new views park the same product, and take it over when it is mended", () =>
    Effect.gen(function* () {
      const { folder } = yield* damaged
      const rebuilt = yield* fooddata(folder, "views", "rebuild", "--json")
      assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
      assert.include(rebuilt.stdout, '"parked":1')
      assert.include(rebuilt.stderr, "1 stream is parked")
      const [stream] = parkedBy(yield* fooddata(folder, "views", "parked", "--json"))
      assert.deepInclude(stream, { stream: wholeMilk, version: 2 })
      yield* mend(folder)
      assert.strictEqual((yield* fooddata(folder, "views", "unpark", "--all")).code, 0)
      const whole = yield* fooddata(folder, "views", "rebuild", "--as-of", "2100-01-01", "--name", "whole")
      assert.strictEqual(whole.code, 0, whole.stderr)
      const differs = yield* fooddata(folder, "views", "diff", "whole", "live")
      assert.include(differs.stdout, "2 the same, 0 differ, 0 only in whole, 0 only in live")
    }).pipe(Effect.scoped)
  )
})
