import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import { plans } from "../../../domain/key/Plan.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { cluster, issueKeys, operator } from "../../support/cluster/ClusterProcesses.ts"
import { type Caller, callWhoeverAnswers, useUp } from "../../support/cluster/CountedClients.ts"
import { brokenInvariants, recordedOf } from "../../support/cluster/LedgerChecks.ts"
import { killAgainAndAgain, killsOf, newPlace, type Place } from "../../support/cluster/NodeLives.ts"
import { lengthOf, seededRandom } from "../../support/cluster/Seed.ts"

/** Rounds of twenty fresh keys; `QUOTA_ROUNDS` makes it longer. */
const rounds = lengthOf("QUOTA_ROUNDS", 1)
const roundMs = 25_000
/** A round lasts until there were so many, which takes longer on a busy machine, */
const killsPerRound = 6
/** and no longer than this. */
const roundMsMax = 120_000
const sandboxKeys = 4
const developerKeys = 16
const clientsPerKey = 4

interface PlannedCaller extends Caller {
  readonly plan: "sandbox" | "developer"
}

const issueCallers = Effect.gen(function* () {
  const callers: Array<PlannedCaller> = []
  for (const [plan, count] of [
    ["sandbox", sandboxKeys],
    ["developer", developerKeys]
  ] as const) {
    for (const issued of yield* issueKeys(count, plan)) callers.push({ ...issued, plan, admitted: 0, unanswered: 0 })
  }
  return callers
})

/** The keys begin one after the other, so that all through the round some are at the edge of their quota. */
const load = (callers: ReadonlyArray<Caller>, places: ReadonlyArray<Place>, random: () => number) =>
  Effect.promise(() => {
    const began = performance.now()
    const killsWanted = killsOf(places) + killsPerRound
    const isOver = () => {
      const ms = performance.now() - began
      return ms >= roundMsMax || (ms >= roundMs && killsOf(places) >= killsWanted)
    }
    return Promise.all(
      callers.map(async (caller, n) => {
        await pause((n / callers.length) * roundMs * 0.8)
        await Promise.all(
          Array.from({ length: clientsPerKey }, () => callWhoeverAnswers(caller, places, random, isOver))
        )
      })
    )
  })

/*
 * Rules whose absence was seen to fail here: a use is in the journal before its response leaves (else an answered use
 * is not recorded); a lease of an unknown rest is burnt, never given back (else more is admitted than the quota); a
 * request of an earlier life is cancelled by its id (else its units are lost, and recorded stays below the quota).
 */
describe("two API nodes", () => {
  it.live(
    "SIGKILLed again and again at the edge of the quota: what clients were answered is recorded, and recorded is the quota",
    () =>
      Effect.gen(function* () {
        const random = seededRandom("quota")
        const running = yield* cluster
        const places = [newPlace(yield* temporaryFolder), newPlace(yield* temporaryFolder)] as const
        yield* Effect.gen(function* () {
          const callers: Array<PlannedCaller> = []
          // one life in order, that of the migrations
          const first = yield* running.startNode(places[0].folder)
          yield* first.stop("SIGTERM")
          const killing = yield* Effect.forkChild(killAgainAndAgain(running, places, random))
          for (let round = 0; round < rounds; round++) {
            const fresh = yield* issueCallers
            callers.push(...fresh)
            yield* load(fresh, places, random)
          }
          yield* Fiber.interrupt(killing)
          const nodes = yield* Effect.forEach(places, ({ folder }) => running.startNode(folder), { concurrency: 2 })
          const urls = nodes.map(({ url }) => url)
          yield* Effect.promise(() => Promise.all(callers.map((caller) => useUp(caller, urls))))
          const ends = yield* Effect.forEach(nodes, ({ stop }) => stop("SIGTERM"), { concurrency: 2 })
          assert.deepStrictEqual(
            ends.map(({ code }) => code),
            [0, 0]
          )

          // neither the CHECK of the quota nor the rules of a report may ever have been needed
          const logs = [...places.map(({ log }) => log), ...nodes.map(({ stderr }) => stderr())].join("")
          assert.notMatch(logs, /23514|refused usage/)

          const recorded = new Map((yield* recordedOf).map((totals) => [totals.keyId, totals]))
          for (const { admitted, keyId, plan, unanswered } of callers) {
            const totals = recorded.get(keyId)
            const used = totals?.used ?? 0
            assert.isAtLeast(used, admitted, `${keyId}: every answered use is recorded`)
            assert.isAtMost(used, admitted + unanswered, `${keyId}: no use is invented`)
            const atTheEdge = plan === "sandbox" ? totals?.usedLastDay : totals?.usedLastHour
            assert.strictEqual(atTheEdge, plans[plan].requestsPerHour, `${keyId}: the whole quota, and no more`)
            assert.deepStrictEqual({ open: totals?.open, burnt: totals?.burnt }, { open: 0, burnt: 0 })
          }
          assert.deepStrictEqual(yield* brokenInvariants, [])

          const sum = (of: (caller: Caller) => number) => callers.reduce((total, caller) => total + of(caller), 0)
          const kills = killsOf(places)
          const unanswered = sum((caller) => caller.unanswered)
          const starting = places.reduce((total, place) => total + place.killedWhileStarting, 0)
          console.log(
            `quota: ${kills} kills (${starting} while starting), ${sum((caller) => caller.admitted)} admitted, ${unanswered} unanswered`
          )
          assert.isAtLeast(kills, killsPerRound * rounds, "there were kills")
          assert.isAbove(unanswered, 0, "some were in the middle of requests")
        }).pipe(Effect.provide(operator(running)))
      }).pipe(Effect.scoped),
    60_000 + rounds * (roundMsMax + roundMs)
  )
})
