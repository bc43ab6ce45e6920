import { assert, it } from "@effect/vitest"
import { Effect, HashMap, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { fold } from "../../domain/Decider.ts"
import { usageStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { emptyLedger, evolve, granted, hourWindow } from "../../domain/usage/LedgerState.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { EventsDatabase } from "../../infra/sqlite/Sqlite.ts"
import type { AdmittedCall } from "../../src/metering/Metering.ts"
import { ledgerFaults } from "../domain/usage/LedgerInvariants.ts"
import { Disk, diskOf, issueKey, type RunningNode, startNode, storage, ticking } from "./MeteringRig.ts"

const Node = Schema.Literals([0, 1])
const Step = Schema.TaggedUnion({
  Burst: { node: Node, calls: Schema.Literals([1, 3, 8, 20]), units: Schema.Literals([1, 1, 1, 4, 30]) },
  Pass: { ms: Schema.Literals([1, 20, 250, 700, 2_000]) },
  Kill: { node: Node, diskToo: Schema.Literals([false, false, false, false, false, false, false, true]) },
  Stop: { node: Node },
  Ledger: { node: Node, is: Schema.Literals(["up", "down", "silent"]), latencyMs: Schema.Literals([0, 0, 3, 60]) },
  Journal: { node: Node, isFull: Schema.Boolean }
})
const Steps = Schema.Array(Step).check(Schema.isMinLength(20), Schema.isMaxLength(50))

const names = ["node_00000000000a", "node_00000000000b"] as const
const days = ["2026-03-14", "2026-03-15"].map((day) => UsageDay.make(day))
/** two seconds before midnight UTC: runs go through the turn of hour and day */
const nearMidnight = Date.UTC(2026, 2, 14, 23, 59, 58)

const rowsOf = Effect.fnUntraced(function* (table: string) {
  const db = yield* EventsDatabase
  return yield* db.read("rows", () => db.statement(`SELECT * FROM ${table}`).all())
})

it.effect.prop(
  "over random kills, lost disks, outages and the turn of the day: admitted ≤ quota, recorded = what counts, rows = fold",
  { Steps },
  ({ Steps }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(nearMidnight)
      const key = yield* issueKey("developer")
      const log = yield* EventLog
      const nodes: [RunningNode, RunningNode] = [yield* startNode(names[0]), yield* startNode(names[1])]
      let admitted = 0
      let calls = 0
      let mayBeLost = 0
      /** calls of a node that are still being answered: they count if it ends before */
      const open: Record<0 | 1, Array<AdmittedCall>> = [[], []]
      const giveBack = (n: 0 | 1, call: AdmittedCall) => {
        const { ledger } = nodes[n]
        const before = ledger.stats().unreported
        call.giveBack()
        // without room in the journal it stays counted
        admitted -= before - ledger.stats().unreported
      }
      const restart = Effect.fnUntraced(function* (n: 0 | 1, disk: Disk) {
        open[n] = []
        nodes[n] = yield* startNode(names[n], disk)
      })
      for (const step of Steps) {
        switch (step._tag) {
          case "Burst": {
            const { metering } = nodes[step.node]
            const asked = Array.from({ length: step.calls }, () =>
              Effect.result(metering.admit(key, "search", step.units))
            )
            const results = yield* ticking(Effect.all(asked, { concurrency: "unbounded" }))
            for (const { success: call } of results.filter(Result.isSuccess)) {
              admitted += step.units
              calls++
              if (calls % 4 === 0) giveBack(step.node, call)
              else if (calls % 4 === 1) open[step.node].push(call)
              else call.keep()
            }
            break
          }
          case "Pass":
            yield* TestClock.adjust(step.ms)
            for (const n of [0, 1] as const) for (const call of open[n].splice(0)) giveBack(n, call)
            break
          case "Kill": {
            const { unreported } = nodes[step.node].ledger.stats()
            const disk = step.diskToo ? new Disk() : diskOf(nodes[step.node])
            if (step.diskToo) mayBeLost += unreported
            yield* nodes[step.node].kill
            yield* restart(step.node, disk)
            break
          }
          case "Stop":
            yield* nodes[step.node].stop
            yield* restart(step.node, diskOf(nodes[step.node]))
            break
          case "Ledger":
            Object.assign(nodes[step.node].disk, {
              isLedgerDown: step.is === "down",
              areAnswersLost: step.is === "silent",
              latencyMs: step.latencyMs
            })
            break
          case "Journal":
            nodes[step.node].disk.isFull = step.isFull
        }
      }
      for (const node of nodes) {
        node.disk.isFull = false
        Object.assign(node.disk, { isLedgerDown: false, areAnswersLost: false })
        yield* node.stop
      }
      const ledgers = yield* Effect.forEach(days, (day) => log.readStream("usage", usageStream(key.keyId, day)))
      const states = ledgers.map((events) =>
        fold(
          evolve,
          emptyLedger,
          events.map(({ event }) => event)
        )
      )
      const recorded = states.reduce((sum, { day }) => sum + day.used, 0)
      // exact while no disk is lost; of what was on a lost disk, some may have been reported before
      assert.isAtMost(recorded, admitted)
      assert.isAtLeast(recorded, admitted - mayBeLost)
      const isDiskLost = Steps.some((step) => step._tag === "Kill" && step.diskToo)
      const leases = yield* rowsOf("usage_leases")
      assert.lengthOf(
        leases,
        states.reduce((sum, state) => sum + HashMap.size(state.leases), 0)
      )
      const dayRows = yield* rowsOf("usage_days")
      const hourRows = yield* rowsOf("usage_hours")
      states.forEach((state, i) => {
        const day = days[i]
        assert.deepStrictEqual(ledgerFaults(state), [])
        assert.isAtMost(granted(state.day), 100)
        assert.strictEqual(state.day.open, 0)
        // only a lost disk costs quota
        if (!isDiskLost) assert.strictEqual(state.day.burnt, 0)
        const rows = [...dayRows, ...hourRows].filter((row) => row["day"] === day)
        for (const { burnt, hour, open, used } of rows) {
          const window = typeof hour === "number" ? hourWindow(state, hour) : state.day
          assert.deepStrictEqual({ open, used, burnt }, { ...window })
        }
      })
    }).pipe(Effect.provide(storage, { local: true }), Effect.scoped),
  { arbitrary: { runs: 60 }, timeout: 20_000 }
)
