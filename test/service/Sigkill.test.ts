import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schema } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import { lengthOf } from "../support/cluster/Seed.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

/** `KILLS` for a longer run */
const killCount = lengthOf("KILLS", 15)
const clientCount = 8
/** So many answers come before every other kill. */
const answersMin = 3

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const IssuedKey = Schema.Struct({ key: Schema.String, key_id: Schema.String })
const RotatedKey = Schema.Struct({ key: Schema.String })
const Account = Schema.Struct({ requests_today: Schema.Int })
const ReconciledDay = Schema.Struct({ report: Schema.Int })
const UsageLine = Schema.Struct({
  stream: Schema.String,
  data: Schema.Struct({ lease: Schema.String, entries: Schema.Array(Schema.Struct({ n: Schema.Int })) })
})

const issueKey = Effect.fnUntraced(function* (folder: string) {
  const issued = yield* fooddata(folder, "key", "issue", "--plan", "business", "--json")
  return Schema.decodeUnknownSync(IssuedKey)(parse(issued.stdout))
})

/** What clients saw: requests that went out, and those that were answered 200. */
interface Tally {
  sent: number
  answered: number
}

/** Sends one request after another until the service is gone; what got no answer counts as sent only. */
const client = async (url: string, key: string, tally: Tally): Promise<void> => {
  while (true) {
    tally.sent++
    try {
      const response = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
      await response.arrayBuffer()
      if (response.status === 200) tally.answered++
      // the limit per second, or a start that is not ready yet: not admitted, so not sent in the sense of the ledger
      else {
        tally.sent--
        await pause(20)
      }
    } catch {
      return
    }
  }
}

const recordedUses = Effect.fnUntraced(function* (folder: string, keyId: string) {
  const { stdout } = yield* fooddata(folder, "events", "export", "--type", "UsageRecorded")
  const lines = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Schema.decodeUnknownSync(UsageLine)(parse(line)))
    .filter(({ stream }) => stream.startsWith(`usage-${keyId}-`))
  return lines.flatMap(({ data }) => data.entries.map(({ n }) => `${data.lease}/${n}`))
})

const rotationsOf = Effect.fnUntraced(function* (folder: string, keyId: string) {
  const { stdout } = yield* fooddata(folder, "events", "export", "--type", "KeyRotated", "--stream", `key-${keyId}`)
  return stdout.split("\n").filter((line) => line !== "").length
})

const statusOf = (url: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/me`, { headers: { "x-api-key": key } })
    return { status: response.status, body: await response.json() }
  })

describe("SIGKILL", () => {
  it.live(
    `${killCount} kills under load lose no use that was answered and invent none`,
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { key, key_id: keyId } = yield* issueKey(folder)
        const tally: Tally = { sent: 0, answered: 0 }
        for (let kill = 0; kill < killCount; kill++) {
          const service = yield* startService(folder)
          const clients = Effect.promise(() =>
            Promise.all(Array.from({ length: clientCount }, () => client(service.url, key, tally)))
          )
          const enough = tally.answered + answersMin
          const load = yield* Effect.forkChild(clients)
          // every other kill may come before the first answer; the others would prove nothing on a busy machine
          if (kill % 2 === 1) yield* Effect.sleep(5).pipe(Effect.repeat({ while: () => tally.answered < enough }))
          yield* Effect.sleep(20 + ((kill * 37) % 400))
          yield* service.stop("SIGKILL")
          yield* Fiber.join(load)
        }
        const last = yield* startService(folder)
        const account = Schema.decodeUnknownSync(Account)((yield* statusOf(last.url, key)).body)
        yield* last.stop("SIGTERM")
        const uses = yield* recordedUses(folder, keyId)
        assert.lengthOf(uses, new Set(uses).size, "each use once")
        assert.isAbove(tally.answered, killCount, "there was load")
        assert.isAtLeast(uses.length, tally.answered, "no answered use is lost")
        assert.isAtMost(uses.length, tally.sent, "no use is invented")
        assert.strictEqual(account.requests_today, uses.length, "the ledger is the fold of its events")
        // events, ledger, usage report and /v1/me, day by day
        const reconciled = yield* fooddata(folder, "audit", "usage", keyId, "--format", "ndjson")
        assert.strictEqual(reconciled.code, 0, reconciled.stdout + reconciled.stderr)
        const days = reconciled.stdout
          .trimEnd()
          .split("\n")
          .map((line) => Schema.decodeUnknownSync(ReconciledDay)(parse(line)))
        assert.strictEqual(
          days.reduce((sum, { report }) => sum + report, 0),
          uses.length,
          "the report has each use once"
        )
      }),
    60_000 + killCount * 15_000
  )

  it.live(
    "a kill during rotations loses no answered rotation: the new key works, every older one is dead",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        for (let kill = 0; kill < 5; kill++) {
          const { key, key_id: keyId } = yield* issueKey(folder)
          const service = yield* startService(folder)
          const keys = [key]
          const isRotating = Deferred.makeUnsafe<void>()
          const rotations = Effect.promise(async () => {
            try {
              while (true) {
                const headers = { "x-api-key": keys.at(-1) ?? "" }
                const response = await fetch(`${service.url}/v1/dashboard/keys/rotate`, { method: "POST", headers })
                const body: unknown = await response.json()
                if (response.status === 200) {
                  keys.push(Schema.decodeUnknownSync(RotatedKey)(body).key)
                  Deferred.doneUnsafe(isRotating, Effect.void)
                } else await pause(20)
              }
            } catch {
              return "the service is gone"
            }
          })
          const load = yield* Effect.forkChild(rotations)
          yield* Deferred.await(isRotating)
          yield* Effect.sleep(kill * 60)
          yield* service.stop("SIGKILL")
          yield* Fiber.join(load)

          const again = yield* startService(folder)
          const statuses = yield* Effect.forEach(keys, (each) => Effect.map(statusOf(again.url, each), (r) => r.status))
          assert.isAbove(keys.length, 1, "there were rotations")
          assert.isTrue(
            statuses.slice(0, -1).every((status) => status === 401),
            "every older key is dead"
          )
          // a rotation that was committed and not answered has replaced the last key that the client knows
          const unanswered = (yield* rotationsOf(folder, keyId)) - (keys.length - 1)
          assert.strictEqual(unanswered, statuses.at(-1) === 401 ? 1 : 0, "no rotation is lost or invented")
          yield* again.stop("SIGTERM")
        }
      }),
    240_000
  )
})
