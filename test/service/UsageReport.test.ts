import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const killCount = 8
const clientCount = 6
const answersMin = 20

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const IssuedKey = Schema.Struct({ key: Schema.String, key_id: Schema.String })
const Account = Schema.Struct({ requests_today: Schema.Int })
const Shown = Schema.Struct({ requests_today: Schema.Int })
const Counts = Schema.Struct({ admitted: Schema.Int })
const refusalFields = {
  admitted: Schema.Int,
  refused_per_second: Schema.Int,
  refused_per_hour: Schema.Int,
  refused_per_day: Schema.Int
}
const Report = Schema.Struct({ rows: Schema.Array(Counts), total: Counts })

const Refusals = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ operation: Schema.String, ...refusalFields })),
  total: Schema.Struct(refusalFields)
})

const paths = ["/v1/search?q=milk", "/v1/barcode/4600494001234", "/v1/product/c_milk-whole"]

const decoded = <S extends Schema.Decoder<unknown>>(schema: S, text: string) =>
  Schema.decodeUnknownSync(schema)(parse(text))

const issueKey = Effect.fnUntraced(function* (folder: string) {
  return decoded(IssuedKey, (yield* fooddata(folder, "key", "issue", "--plan", "business", "--json")).stdout)
})

/** Calls one operation after the other until the service is gone. */
const client = async (url: string, key: string, tally: { answered: number }): Promise<void> => {
  for (let call = 0; ; call++) {
    try {
      const response = await fetch(url + paths[call % paths.length], { headers: { "x-api-key": key } })
      await response.arrayBuffer()
      if (response.status === 200 || response.status === 404) tally.answered++
      else await pause(20)
    } catch {
      return
    }
  }
}

const sum = (rows: ReadonlyArray<{ readonly admitted: number }>) =>
  rows.reduce((all, { admitted }) => all + admitted, 0)

/** The admitted calls that the report has of the key, which must be the same by whatever they are added up. */
const reported = Effect.fnUntraced(function* (folder: string, keyId: string) {
  const totals = yield* Effect.forEach(["hour", "day", "operation"], (by) =>
    Effect.map(fooddata(folder, "usage", keyId, "--by", by, "--json"), ({ code, stderr, stdout }) => {
      assert.strictEqual(code, 0, stderr)
      const { rows, total } = decoded(Report, stdout)
      assert.strictEqual(sum(rows), total.admitted, by)
      return total.admitted
    })
  )
  assert.lengthOf(new Set(totals), 1, "hours, days and operations have the same sum")
  return totals[0]
})

const ledger = (folder: string, keyId: string) =>
  Effect.map(fooddata(folder, "key", "show", keyId, "--json"), ({ stdout }) => decoded(Shown, stdout).requests_today)

const account = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/me`, { headers: { "x-api-key": key } })
    return Schema.decodeUnknownSync(Account)(await response.json()).requests_today
  })

const loadUntilKilled = Effect.fnUntraced(function* (
  folder: string,
  key: string,
  kill: number,
  tally: { answered: number }
) {
  const service = yield* startService(folder)
  const clients = Effect.promise(() =>
    Promise.all(Array.from({ length: clientCount }, () => client(service.url, key, tally)))
  )
  const enough = tally.answered + answersMin
  const load = yield* Effect.forkChild(clients)
  yield* Effect.sleep(5).pipe(Effect.repeat({ while: () => tally.answered < enough }))
  yield* Effect.sleep((kill * 97) % 500)
  yield* service.stop("SIGKILL")
  yield* Fiber.join(load)
})

describe("the usage report of a service that is killed", () => {
  it.live(
    `is what the ledger and the caller's account say after ${killCount} kills under load, and after it was built again`,
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { key, key_id: keyId } = yield* issueKey(folder)
        const tally = { answered: 0 }
        for (let kill = 0; kill < killCount; kill++) yield* loadUntilKilled(folder, key, kill, tally)
        const last = yield* startService(folder)
        const seen = yield* account(last.url, key)
        assert.isAtLeast(seen, tally.answered)
        assert.strictEqual(yield* reported(folder, keyId), seen, "beside a running service")
        yield* fooddata(folder, "views", "rebuild")
        assert.strictEqual(yield* reported(folder, keyId), seen, "built again under the running service")
        yield* last.stop("SIGTERM")
        assert.strictEqual(yield* ledger(folder, keyId), seen)
        assert.strictEqual(yield* reported(folder, keyId), seen, "without a service")
        for (const file of ["views.db", "views.db-wal", "views.db-shm", "views.db-sums"]) {
          rmSync(join(folder, file), { force: true })
        }
        assert.strictEqual(yield* reported(folder, keyId), seen, "from the log alone")
      }),
    240_000
  )

  it.live("has the calls that were refused, by window, once the service has stopped", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { stdout } = yield* fooddata(folder, "key", "issue", "--plan", "sandbox", "--json")
      const { key, key_id: keyId } = decoded(IssuedKey, stdout)
      const service = yield* startService(folder)
      const statuses = { 200: 0, 429: 0 }
      yield* Effect.promise(async () => {
        while (statuses[200] < 10 || statuses[429] < 15) {
          const response = await fetch(`${service.url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
          await response.arrayBuffer()
          if (response.status === 200 || response.status === 429) statuses[response.status]++
        }
      })
      yield* service.stop("SIGTERM")
      const { stdout: printed } = yield* fooddata(folder, "usage", keyId, "--by", "operation", "--json")
      const { rows, total } = decoded(Refusals, printed)
      const refusals = total.refused_per_second + total.refused_per_hour + total.refused_per_day
      assert.deepStrictEqual([total.admitted, refusals], [statuses[200], statuses[429]])
      assert.deepStrictEqual(rows[0], { operation: "search", ...total })
    })
  )

  it.live("prints CSV and a table, and says which key or day it does not know", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { key_id: keyId } = yield* issueKey(folder)
      const range = ["--from", "2026-11-01", "--to", "2026-11-02"]
      const csv = yield* fooddata(folder, "usage", keyId, ...range, "--csv")
      assert.strictEqual(
        csv.stdout,
        "day,admitted,refused_per_second,refused_per_hour,refused_per_day\r\n2026-11-01,0,0,0,0\r\n2026-11-02,0,0,0,0\r\n"
      )
      const table = yield* fooddata(folder, "usage", keyId, ...range, "--by", "operation")
      assert.match(table.stdout, /^OPERATION +ADMITTED .*\nsearch +0 /)
      assert.match(table.stdout, /2026-11-01 to 2026-11-02 +0 +0 +0 +0\n$/)
      const unknown = yield* fooddata(folder, "usage", "key_000000000000")
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.stderr, "there is no key key_000000000000")
      const backwards = yield* fooddata(folder, "usage", keyId, "--from", "2026-11-03", "--to", "2026-11-02")
      assert.strictEqual(backwards.code, 1)
      assert.include(backwards.stderr, "ends before it begins")
      const noDay = yield* fooddata(folder, "usage", keyId, "--to", "2026-02-30")
      assert.strictEqual(noDay.code, 2)
      assert.include(noDay.stderr, "2026-02-30")
    })
  )
})
