import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { burst, test, use } from "./MeteringLoad.ts"
import { appendKeyEvent, issueKey, recordOf, startNode, ticking } from "./MeteringRig.ts"

describe("a key that changes while a sync is on its way", () => {
  test("gives back even the lease of that sync's answer: nothing is admitted beyond the smaller plan", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const { keyId } = yield* issueKey("growth")
      const node = yield* startNode()
      yield* use(node, yield* recordOf(keyId), 20)
      node.disk.withinSync = Effect.orDie(
        appendKeyEvent(keyId, { _tag: "KeyPlanChanged", plan: "sandbox" }).pipe(Effect.provideService(EventLog, log))
      )
      yield* ticking(
        Effect.gen(function* () {
          for (let i = 0; node.disk.withinSync !== undefined; i++) {
            assert.isBelow(i, 100, "a lease is asked for")
            yield* burst(node, yield* recordOf(keyId), 10)
            yield* Effect.sleep(300)
          }
          yield* node.fence.awaitInForce(yield* log.end)
          // the limit per second has room again
          yield* Effect.sleep(1_500)
        })
      )
      const { admitted, limited } = yield* burst(node, yield* recordOf(keyId), 2)
      assert.lengthOf(admitted, 0)
      assert.deepStrictEqual(
        limited.map(({ window }) => window),
        ["day", "day"]
      )
    }))
})
