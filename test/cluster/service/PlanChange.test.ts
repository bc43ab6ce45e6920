import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { plans } from "../../../domain/key/Plan.ts"
import { KeyCommands } from "../../../src/commands/KeyCommands.ts"
import { accountCall, admittedStatus, countedCall, readAccount } from "../../support/cluster/Callers.ts"
import { type Cluster, cluster, issueKeys, operator, twoNodes } from "../../support/cluster/ClusterProcesses.ts"
import { brokenInvariants } from "../../support/cluster/LedgerChecks.ts"
import { lengthOf, seededRandom } from "../../support/cluster/Seed.ts"

/** Rounds by the commands in this process, besides those by the command line; `PLAN_CHANGES` makes it longer. */
const rounds = lengthOf("PLAN_CHANGES", 10)

const Account = Schema.Struct({ plan: Schema.String, requests_limit: Schema.Int, requests_today: Schema.Int })

const sandboxQuota = plans.sandbox.requestsPerHour

/** What the constant load on a key met. */
interface Load {
  admitted: number
  /** the key has no quota left: nothing sent from now on may be admitted */
  isUsedUp: boolean
  admittedBeyond: number
  isOver: boolean
}

/**
 * Calls all nodes, so that each holds the key in its cache and leases of it; less than half as often as the plan allows a
 * second, because a node may hold what it does not use of that second's units while the other one refuses.
 */
const client = async (key: string, urls: ReadonlyArray<string>, load: Load) => {
  for (let n = 0; !load.isOver; n++) {
    const { isUsedUp } = load
    const outcome = await countedCall(urls[n % urls.length] ?? "", key)
    if (outcome === admittedStatus) load.admitted++
    if (isUsedUp && outcome === admittedStatus) load.admittedBeyond++
    await pause(50)
  }
}

const withLoad = <A, E, R>(key: string, urls: ReadonlyArray<string>, effect: (load: Load) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const load: Load = { admitted: 0, isUsedUp: false, admittedBeyond: 0, isOver: false }
    const running = yield* Effect.forkChild(Effect.promise(() => client(key, urls, load)))
    const result = yield* effect(load)
    load.isOver = true
    yield* Fiber.join(running)
    return result
  })

/** The three commands, however they are given. */
interface Changes<E, R> {
  readonly plan: (keyId: KeyId, plan: "sandbox" | "growth") => Effect.Effect<void, E, R>
  readonly deactivate: (keyId: KeyId) => Effect.Effect<void, E, R>
  readonly activate: (keyId: KeyId) => Effect.Effect<void, E, R>
}

const byCommandLine = ({ command }: Cluster): Changes<never, never> => {
  const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const { code, stderr } = yield* command("key", ...args)
    assert.strictEqual(code, 0, stderr)
  })
  return {
    plan: (keyId, plan) => run("plan", keyId, plan),
    deactivate: (keyId) => run("deactivate", keyId),
    activate: (keyId) => run("activate", keyId)
  }
}

const byCommands = Effect.map(KeyCommands, (commands) => ({
  plan: commands.changePlan,
  deactivate: (keyId: KeyId) => commands.deactivate(keyId, "a test"),
  activate: commands.activate
}))

/** One key through all changes under load; after each command the very next request on each node must show it. */
const changeEverything = Effect.fnUntraced(function* <E, R>(changes: Changes<E, R>, urls: ReadonlyArray<string>) {
  const [issued] = yield* issueKeys(1, "growth")
  if (issued === undefined) return yield* Effect.die("no key")
  const { key, keyId } = issued
  const everywhere = <T>(call: (url: string, key: string) => Promise<T>) =>
    Effect.promise(() => Promise.all(urls.map((url) => call(url, key))))
  const changing = Effect.fnUntraced(function* (load: Load) {
    // beyond the sandbox's quota, with units left in leases of both nodes
    yield* Effect.repeat(Effect.sleep(50), { until: () => load.admitted > sandboxQuota })
    assert.deepStrictEqual(yield* everywhere(countedCall), [admittedStatus, admittedStatus])

    yield* changes.plan(keyId, "sandbox")
    load.isUsedUp = true
    assert.deepStrictEqual(yield* everywhere(countedCall), [429, 429], "a smaller plan is used up at once")
    // by then the limit per second has room again: it is the quota that refuses
    yield* Effect.sleep(1_100)
    assert.deepStrictEqual(yield* everywhere(countedCall), [429, 429])
    assert.strictEqual(load.admittedBeyond, 0, "requests admitted beyond the smaller plan")

    load.isUsedUp = false
    yield* changes.plan(keyId, "growth")
    assert.deepStrictEqual(yield* everywhere(countedCall), [admittedStatus, admittedStatus], "a larger plan admits")
    const accounts = yield* everywhere(async (url) =>
      Schema.decodeUnknownSync(Account)((await readAccount(url, key)).body)
    )
    for (const account of accounts) {
      assert.strictEqual(account.plan, "growth")
      assert.strictEqual(account.requests_limit, 500_000)
      assert.isAbove(account.requests_today, 10, "the counters stay")
    }

    yield* changes.deactivate(keyId)
    assert.deepStrictEqual(yield* everywhere(countedCall), [401, 401], "a deactivated key is refused")
    assert.deepStrictEqual(yield* everywhere(accountCall), [401, 401])

    yield* changes.activate(keyId)
    assert.deepStrictEqual(yield* everywhere(countedCall), [admittedStatus, admittedStatus], "and accepted again")
  })
  yield* withLoad(key, urls, changing)
})

/*
 * Rules whose absence was seen to fail here: a command beside the service waits for every live node too (`layerBeside`
 * of the fence); a node that learns of a change gives the key's leases back (`retireAll`), else a smaller plan is
 * exceeded by what is leased.
 */
describe("two API nodes", () => {
  it.live(
    "plan changes and deactivations under load, by the command line: in force on both at the next request",
    () =>
      Effect.gen(function* () {
        const running = yield* cluster
        const urls = (yield* twoNodes(running)).map(({ url }) => url)
        yield* Effect.gen(function* () {
          yield* changeEverything(byCommandLine(running), urls)
          assert.deepStrictEqual(yield* brokenInvariants, [])
        }).pipe(Effect.provide(operator(running)))
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    `${rounds} times over, by the same commands in another process: in force on both at the next request`,
    () =>
      Effect.gen(function* () {
        const random = seededRandom("plan changes")
        const running = yield* cluster
        const urls = (yield* twoNodes(running)).map(({ url }) => url)
        yield* Effect.gen(function* () {
          const changes = yield* byCommands
          yield* Effect.forEach(
            Array.from({ length: rounds }),
            () => Effect.andThen(Effect.sleep(random() * 250), changeEverything(changes, urls)),
            { concurrency: 4, discard: true }
          )
          assert.deepStrictEqual(yield* brokenInvariants, [])
        }).pipe(Effect.provide(operator(running)))
      }).pipe(Effect.scoped),
    60_000 + rounds * 10_000
  )
})
