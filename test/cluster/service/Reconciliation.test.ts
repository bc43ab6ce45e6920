import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import type { PlanName } from "../../../domain/key/Plan.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { fooddataWith, startService } from "../../support/ServiceProcess.ts"
import { countedCall, readAccount } from "../../support/cluster/Callers.ts"
import { type Caller, callWhoeverAnswers, note, useUp } from "../../support/cluster/CountedClients.ts"
import { type Deployment, deployment, printed } from "../../support/cluster/Deployment.ts"
import { killAgainAndAgain, killsOf, newPlace, type Place } from "../../support/cluster/NodeLives.ts"
import { server } from "../../support/cluster/OpenSearchIndex.ts"
import { lengthOf, seededRandom } from "../../support/cluster/Seed.ts"

/** `RECONCILIATION_KILLS` for a longer run */
const killCount = lengthOf("RECONCILIATION_KILLS", 6)
/** The last has ten calls a day, and uses them up. */
const keyPlans: ReadonlyArray<PlanName> = ["business", "growth", "developer", "sandbox"]
const clientsPerKey = 3
/** Waited for what the leader projects, at the most. */
const projectedWithin = "10 seconds"
const startMsMax = 20_000

const IssuedKey = Schema.Struct({ key: Schema.String, key_id: Schema.String })
const Account = Schema.Struct({ requests_today: Schema.Int })
const ReconciledLine = Schema.fromJsonString(
  Schema.Struct({
    day: Schema.String,
    events: Schema.Int,
    ledger: Schema.NullOr(Schema.Int),
    report: Schema.Int,
    events_in_report: Schema.Int,
    me: Schema.NullOr(Schema.Int),
    differences: Schema.Array(Schema.String)
  })
)

const today = (): string => new Date().toISOString().slice(0, 10)

/** Each process has all roles: the one that leads as projector is killed with its node. */
const settingsOf = ({ settings }: Deployment) => ({ ...settings, LEDGER_OUTAGE_SECONDS: "3" })

const run = (cluster: Deployment, ...args: ReadonlyArray<string>) =>
  fooddataWith(cluster.folder, { settings: settingsOf(cluster) }, ...args)

const issueCaller = Effect.fnUntraced(function* (cluster: Deployment, plan: PlanName) {
  const issued = printed(IssuedKey, yield* run(cluster, "key", "issue", "--plan", plan, "--json"))
  const caller: Caller = { key: issued.key, keyId: issued.key_id, admitted: 0, unanswered: 0 }
  return caller
})

interface Tally {
  whileProjecting: number
}

const Reported = Schema.Array(Schema.Struct({ calls: Schema.Int }))
const reportedCalls = PgClient.PgClient.use((client) =>
  client.unsafe("SELECT coalesce(sum(calls), 0)::integer AS calls FROM usage_report_days")
).pipe(
  Effect.map((rows) => Schema.decodeUnknownSync(Reported)(rows)[0]?.calls ?? 0),
  Effect.orDie
)

/**
 * How long a node lives: every other time for a moment, else until the usage report has grown, so that a projector is killed in the
 * middle of its work, too. Counts the latter.
 */
const lives = (random: () => number, tally: Tally) => {
  const untilReported = Effect.gen(function* () {
    const before = yield* reportedCalls
    yield* reportedCalls.pipe(Effect.delay("20 millis"), Effect.repeat({ until: (calls) => calls > before }))
    yield* Effect.sleep(random() * 300)
    tally.whileProjecting++
  }).pipe(Effect.timeoutOption(projectedWithin))
  return Effect.suspend(() => (random() < 1 / 2 ? Effect.sleep(100 + random() * 800) : untilReported))
}

/** Loads the places until there were enough kills, of either kind. */
const load = (callers: ReadonlyArray<Caller>, places: ReadonlyArray<Place>, random: () => number, tally: Tally) => {
  const isOver = () => killsOf(places) >= killCount && tally.whileProjecting >= killCount / 6
  const clients = callers.flatMap((caller) =>
    Array.from({ length: clientsPerKey }, () => callWhoeverAnswers(caller, places, random, isOver))
  )
  return Effect.promise(() => Promise.all(clients))
}

/** What the four who count say of a key since the day, and what `fooddata audit usage` makes of it. */
const reconciled = Effect.fnUntraced(function* (cluster: Deployment, { keyId }: Caller, from: string) {
  const range = ["--from", from, "--to", today()]
  const { code, stderr, stdout } = yield* run(cluster, "audit", "usage", keyId, ...range, "--format", "ndjson")
  const lines = stdout.split("\n").filter((line) => line !== "")
  return { code, stderr, days: lines.map((line) => Schema.decodeUnknownSync(ReconciledLine)(line)) }
})

describe("two nodes SIGKILLed under load", () => {
  it.live(
    `${killCount} kills: events, ledger, usage report and /v1/me of both nodes say the same of each key and day, and what clients were answered`,
    () =>
      Effect.gen(function* () {
        const random = seededRandom("reconciliation")
        const cluster = yield* deployment()
        const startNode = (folder: string) => startService(folder, settingsOf(cluster))
        const places = [newPlace(yield* temporaryFolder), newPlace(yield* temporaryFolder)] as const
        const firstDay = today()
        // one life in order, that of migrations, topics and index
        const first = yield* startNode(places[0].folder)
        const callers = yield* Effect.forEach(keyPlans, (plan) => issueCaller(cluster, plan), { concurrency: 2 })
        yield* first.stop("SIGTERM")

        const tally: Tally = { whileProjecting: 0 }
        const database = yield* Layer.build(Postgres.layer(cluster.databaseUrl, { maxConnections: 2 }))
        const life = lives(random, tally).pipe(Effect.provide(database))
        const killing = yield* Effect.forkChild(killAgainAndAgain({ startNode }, places, random, life))
        yield* load(callers, places, random, tally)
        yield* Fiber.interrupt(killing)
        const kills = killsOf(places)

        // they give back what their predecessors were leased, serve some more, and record all of it when they end
        const recovering = yield* Effect.forEach(places, ({ folder }) => startNode(folder), { concurrency: 2 })
        for (const { url } of recovering) {
          for (const caller of callers) note(caller, yield* Effect.promise(() => countedCall(url, caller.key)))
        }
        const sandbox = callers.filter((_, i) => keyPlans[i] === "sandbox")
        const urls = recovering.map(({ url }) => url)
        yield* Effect.promise(() => Promise.all(sandbox.map((caller) => useUp(caller, urls))))
        for (const { stop } of recovering) assert.strictEqual((yield* stop("SIGTERM")).code, 0)

        const nodes = yield* Effect.forEach(places, ({ folder }) => startNode(folder), { concurrency: 2 })
        for (const caller of callers) {
          const { code, days, stderr } = yield* reconciled(cluster, caller, firstDay)
          assert.strictEqual(code, 0, `${stderr}${JSON.stringify(days)}`)
          for (const { day, differences, events, events_in_report: seen, ledger, me, report } of days) {
            const counted = { differences, ledger, report, seen, me: me ?? events }
            const expected = { differences: [], ledger: events, report: events, seen: events, me: events }
            assert.deepStrictEqual(counted, expected, `${caller.keyId} on ${day}`)
          }
          const used = days.reduce((sum, { events }) => sum + events, 0)
          assert.isAtLeast(used, caller.admitted, `${caller.keyId}: no answered use is lost`)
          assert.isAtMost(used, caller.admitted + caller.unanswered, `${caller.keyId}: no use is invented`)
          for (const { url } of nodes) {
            const { body } = yield* Effect.promise(() => readAccount(url, caller.key))
            const { requests_today: shown } = Schema.decodeUnknownSync(Account)(body)
            // an answer of the day after speaks of no day that was counted
            const ofToday = days.find(({ day }) => day === today())
            if (ofToday !== undefined) assert.strictEqual(shown, ofToday.events, `${caller.keyId} at ${url}`)
          }
          console.log(`reconciliation: ${JSON.stringify({ ...caller, key: undefined, days })}`)
        }
        const sum = (of: (caller: Caller) => number) => callers.reduce((total, caller) => total + of(caller), 0)
        const [admitted, unanswered] = [sum((caller) => caller.admitted), sum((caller) => caller.unanswered)]
        const starting = places.reduce((total, place) => total + place.killedWhileStarting, 0)
        console.log(
          `reconciliation: ${kills} kills (${starting} while starting, ${tally.whileProjecting} while projecting), ${admitted} admitted, ${unanswered} unanswered`
        )
        assert.isAtLeast(kills, killCount, "there were kills")
        assert.isAtLeast(tally.whileProjecting, killCount / 6, "some came while the report grew")
        assert.isAbove(admitted, 2 * kills, "there was load, however busy the machine is")
        assert.isAbove(unanswered, 0, "some were in the middle of requests")
      }).pipe(Effect.scoped, Effect.provide(server)),
    240_000 + killCount * startMsMax
  )
})
