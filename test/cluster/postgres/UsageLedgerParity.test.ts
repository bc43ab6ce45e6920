import { assert, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { usageStream } from "../../../domain/EventEnvelope.ts"
import type { PlanName } from "../../../domain/key/Plan.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { type SyncRequest, UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import { LeaseId } from "../../../domain/usage/UsageEvent.ts"
import { layerProgramClock } from "../../../infra/postgres/PostgresUsageLedger.ts"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteUsageLedger from "../../../infra/sqlite/SqliteUsageLedger.ts"
import {
  appendKey,
  day,
  issue,
  keyId,
  nextDay,
  otherKey,
  report,
  startMs,
  want
} from "../../contracts/UsageLedgerScript.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"
import { seededRandom } from "../../support/cluster/Seed.ts"

const steps = 250
const keys = [keyId, otherKey]
const days = [day, nextDay]
const planNames: ReadonlyArray<PlanName> = ["sandbox", "developer", "starter", "business"]

const sqlite = Layer.merge(SqliteUsageLedger.layer, SqliteEventLog.layer).pipe(
  Layer.provideMerge(Layer.merge(eventsFile(":memory:"), AppendSignal.layer))
)
const postgres = layerProgramClock.pipe(Layer.provideMerge(freshStores))

/** A sync as a confused or restarted node might send it: ids of other keys and days, gaps, repeats, late reports. */
const randomSync = (random: () => number, wallMs: number): SyncRequest => {
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <A>(from: ReadonlyArray<A>, otherwise: A): A => from[whole(from.length)] ?? otherwise
  const some = <A>(make: () => A): ReadonlyArray<A> => Array.from({ length: whole(3) }, make)
  const request = () => `r${whole(60)}`
  const ledger = () => ({ keyId: random() < 0.8 ? keyId : pick(keys, keyId), day: random() < 0.8 ? day : nextDay })
  return {
    node: `n${whole(2)}`,
    heartbeatTtlMs: 3_000,
    keysSeen: { tx: 0, position: 0 },
    notAfterMs: random() < 0.2 ? null : wallMs + whole(120_000) - 60_000,
    reports: some(() => {
      const from = random() < 0.7 ? 1 : 1 + whole(6)
      return { ...report(request(), from, from + whole(5), random() < 0.3), ...ledger() }
    }),
    wants: some(() => want(request(), 1 + whole(9), pick(keys, keyId))),
    cancellations: random() < 0.3 ? some(() => ({ request: request(), ...ledger() })) : [],
    burns: random() < 0.4 ? some(() => ({ lease: LeaseId.make(request()), ...ledger() })) : [],
    balancesOf: some(() => pick(keys, keyId)),
    rateClaims: some(() => ({ keyId: pick(keys, keyId), perSecond: whole(4) }))
  }
}

it.effect(
  "whatever a node sends, Postgres answers and records what the decider does",
  () =>
    Effect.gen(function* () {
      const random = seededRandom("ledger parity")
      const both = [yield* Layer.build(sqlite), yield* Layer.build(postgres)] as const
      const onBoth = <A, E>(effect: Effect.Effect<A, E, EventLog | UsageLedgerStore>) =>
        Effect.forEach(both, (context: Context.Context<EventLog | UsageLedgerStore>) =>
          Effect.provideContext(effect, context)
        )
      const agree = Effect.fnUntraced(function* <A, E>(
        step: string,
        effect: Effect.Effect<A, E, EventLog | UsageLedgerStore>
      ) {
        const [expected, actual] = yield* onBoth(effect)
        assert.deepStrictEqual(actual, expected, step)
      })
      yield* TestClock.setTime(startMs - 3_600_000)
      const versions = new Map(keys.map((key) => [key, 1]))
      for (const key of keys) yield* onBoth(issue(key))
      for (let step = 0; step < steps; step++) {
        if (random() < 0.05) yield* TestClock.adjust("17 minutes")
        if (random() < 0.03) yield* TestClock.adjust("-40 minutes")
        if (random() < 0.02)
          yield* agree(
            "the clock",
            Effect.flatMap(UsageLedgerStore, (store) => store.acceptClock)
          )
        if (random() < 0.05) {
          const key = keys[step % 2] ?? keyId
          const plan = planNames[Math.floor(random() * 4)] ?? "sandbox"
          yield* onBoth(appendKey(key, versions.get(key) ?? 1, { _tag: "KeyPlanChanged", plan }))
          versions.set(key, (versions.get(key) ?? 1) + 1)
        }
        const request = randomSync(random, yield* Clock.currentTimeMillis)
        const answered = Effect.map(
          UsageLedgerStore.use((store) => store.sync(request)),
          ({ changedKeys: _, keysSeen: __, ...answer }) => answer
        )
        yield* agree(`step ${step}: ${JSON.stringify(request)}`, answered)
      }
      for (const key of keys) {
        for (const of of days) {
          const events = EventLog.use((log) => log.readStream("usage", usageStream(key, of)))
          yield* agree(
            `events of ${key} ${of}`,
            Effect.map(events, (list) => list.map(({ event, streamVersion }) => [streamVersion, event]))
          )
        }
      }
      const recorded = Context.get(both[1], EventLog).readStream("usage", usageStream(keyId, day))
      assert.isAbove((yield* recorded).length, 20)
    }).pipe(Effect.scoped),
  60_000
)
