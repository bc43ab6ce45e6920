import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openSync, readFileSync, writeFileSync, writeSync, closeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const search = (url: string, key: string, words = "milk") =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/search?q=${words}&limit=5`, { headers: { "x-api-key": key } })
    return { status: response.status, text: await response.text() }
  })

/** A service on the curated foods, and what it answers while all is well. */
const serving = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  const service = yield* startService(folder)
  const key = service.firstKey ?? ""
  const before = yield* search(service.url, key)
  assert.strictEqual(before.status, 200)
  return { folder, service, key, before }
})

/** Every page but the first, which says what the file is; what the write-ahead log has of them is brought there before. */
const damagePages = (views: string) => {
  const db = new DatabaseSync(views, { timeout: 5_000 })
  assert.strictEqual(db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"], 0)
  db.close()
  const pages = Math.floor(readFileSync(views).length / 4_096)
  const file = openSync(views, "r+")
  for (let page = 1; page < pages; page++) writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, page * 4_096)
  closeSync(file)
}

const statusOf = (url: string) => Effect.promise(async () => (await fetch(`${url}/readyz`)).status)

describe("damage of views.db", () => {
  it.live(
    "that a request meets takes the service out of the balance until the file is built again, without anybody's help",
    () =>
      Effect.gen(function* () {
        const { before, folder, key, service } = yield* serving
        damagePages(join(folder, "views.db"))
        // another page: the one that was answered is remembered, and so may be that for eggs, which a query thread rehearses
        assert.strictEqual((yield* search(service.url, key, "bread")).status, 503)
        yield* Effect.repeat(statusOf(service.url), { until: (status) => status === 503 })
        yield* Effect.repeat(Effect.delay(statusOf(service.url), "20 millis"), { until: (status) => status === 200 })
        assert.deepStrictEqual(yield* search(service.url, key), before)
        assert.strictEqual((yield* search(service.url, key, "bread")).status, 200)
        assert.include(service.stderr(), "views.db is damaged and is built again")
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "is mended by views rebuild while no service runs; it need not read the damaged file",
    () =>
      Effect.gen(function* () {
        const { before, folder, key, service } = yield* serving
        yield* service.stop("SIGTERM")
        damagePages(join(folder, "views.db"))
        const rebuilt = yield* fooddata(folder, "views", "rebuild")
        assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
        const again = yield* startService(folder)
        assert.deepStrictEqual(yield* search(again.url, key), before)
      }).pipe(Effect.scoped),
    60_000
  )

  it.live("a file that is no database any more is built again by the start", () =>
    Effect.gen(function* () {
      const { before, folder, key, service } = yield* serving
      yield* service.stop("SIGTERM")
      writeFileSync(join(folder, "views.db"), "no database")
      const again = yield* startService(folder)
      assert.deepStrictEqual(yield* search(again.url, key), before)
    }).pipe(Effect.scoped)
  )
})
