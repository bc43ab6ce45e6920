import { Console, Effect, Fiber } from "effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { readBundled } from "../data/semantic/BundledModel.ts"
import type { PlanName } from "../domain/key/Plan.ts"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { type Reply, type Send, send } from "../test/support/http/HttpClient.ts"
import { issueKeys } from "../test/support/IssueKeys.ts"
import { generatedProducts } from "./GeneratedProducts.ts"
import { settled, startServer } from "./http/ServerProcess.ts"
import { quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/fairness.ts <data folder> [seconds] [name]`: how long the ordinary searches of one key take while other
 * keys ask for as much as their plans allow, as a ratio to how long they take alone, in turns. `name`: only attacks whose
 * names hold it. On a folder that `bench/generate.ts`
 * and `import off` filled, with `views rebuild` after it. Requests go out at their times, however long the answers take.
 */
const [folder, seconds = "10", named = ""] = process.argv.slice(2)
if (folder === undefined) throw new Error("usage: fairness.ts <data folder> [seconds]")
const lengthSeconds = Number(seconds)
const ordinaryPerSecond = 20
/** p99 of one turn of 10 s is its second worst of 200 */
const turns = 3
const required = 2
/** as `POST /v1/analyze` takes it */
const textLengthMax = 2_000

type Request = Omit<Send, "port">

interface Attack {
  readonly name: string
  readonly plan: PlanName
  /** the keys together send so many requests each second */
  readonly perSecond: number
  readonly keys: number
  readonly request: (number: number) => Request
}

/** A search that nothing is remembered of: each is another page of a list that is long to read. */
const expensiveSearch = (number: number): Request => ({
  path: `/v1/search?q=with%20fat%20m&offset=${10_000 - number}&region=us&source=off`
})

const longMeal = (words: ReadonlyArray<string>) => (number: number) => ({
  method: "POST",
  path: "/v1/analyze",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text: [number, ...words].join(" ").slice(0, textLengthMax) })
})

const attacksOf = (words: ReadonlyArray<string>): ReadonlyArray<Attack> => [
  { name: "94 searches of a free key", plan: "developer", perSecond: 9.4, keys: 1, request: expensiveSearch },
  { name: "188 of two free keys", plan: "developer", perSecond: 18.8, keys: 2, request: expensiveSearch },
  { name: "94 long meals of a key", plan: "growth", perSecond: 9.4, keys: 1, request: longMeal(words) },
  { name: "188 of two keys", plan: "growth", perSecond: 18.8, keys: 2, request: longMeal(words) }
]

/** What somebody without a key does, from a process of its own: see `KeylessAttack.ts`. */
const keylessAttacks = [
  ["560 slow bodies", "slow-bodies", 560],
  ["1,120 slow bodies", "slow-bodies", 1_120],
  ["8 initialize of 229 KB /s", "initialize", 8],
  ["16 initialize of 229 KB /s", "initialize", 16],
  ["1,900 tools/list /s", "tools-list", 1_900],
  ["3,800 tools/list /s", "tools-list", 3_800],
  ["10,600 wrong keys /s", "wrong-keys", 10_600],
  ["21,200 wrong keys /s", "wrong-keys", 21_200]
] as const

interface Outcome {
  readonly ms: number
  readonly status: number
}

const keylessAttack = (port: number, kind: string, amount: number) =>
  Effect.callback<string>((resume) => {
    const args = [fileURLToPath(new URL("KeylessAttack.ts", import.meta.url)), port, kind, amount, lengthSeconds]
    execFile(process.execPath, args.map(String), (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout.trim()) : Effect.die(error))
    )
  })

const program = Effect.gen(function* () {
  const product = generatedProducts(2, yield* Effect.promise(() => readBundled()))
  const names = Array.from({ length: 2_000 }, (_, i) => String(product(i)["product_name"]))
  const words = [...new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}{4,}/gu) ?? []))]
  const ordinary = (number: number): Request => ({
    path: `/v1/search?q=${encodeURIComponent([words[(7 * number) % words.length], words[(number >> 1) % words.length]].slice(0, 1 + (number % 2)).join(" "))}`
  })
  const [business = ""] = yield* issueKeys(folder, 1)
  const attacks = attacksOf(Array.from({ length: 300 }, (_, i) => words[i % words.length] ?? ""))
  const keys = new Map<Attack, ReadonlyArray<string>>()
  // others for each time: the quota of an hour is soon used up
  for (const attack of attacks) keys.set(attack, yield* issueKeys(folder, attack.keys * (turns + 1), attack.plan))
  const log = `${yield* temporaryFolder}/log`
  const env = { DATA_DIR: folder, BUNDLED_CATALOGUE: "false" }
  const server = yield* startServer({ args: ["src/main.ts", "serve"], env, log })
  const { port } = server
  yield* settled(server)

  const sendAt = (perSecond: number, requestOf: (number: number) => Request, keyOf: (number: number) => string) =>
    Effect.forEach(
      Array.from({ length: Math.round(perSecond * lengthSeconds) }, (_, number) => number),
      (number) => {
        const { headers, ...request } = requestOf(number)
        const sent = Effect.suspend(() => {
          const began = performance.now()
          return Effect.map(
            send({ ...request, port, headers: { ...headers, "x-api-key": keyOf(number) } }),
            ({ status }: Reply): Outcome => ({ ms: performance.now() - began, status })
          )
        })
        return Effect.delay(sent, (number * 1_000) / perSecond)
      },
      { concurrency: "unbounded" }
    )
  let asked = 0
  const ordinarySearches = Effect.suspend(() => {
    const first = asked
    asked += ordinaryPerSecond * lengthSeconds
    return sendAt(
      ordinaryPerSecond,
      (number) => ordinary(first + number),
      () => business
    )
  })
  const p = (outcomes: ReadonlyArray<Outcome>, share: number) =>
    quantile(
      outcomes.map(({ ms }) => ms),
      share
    )
  const statuses = (outcomes: ReadonlyArray<Outcome>) =>
    [...Map.groupBy(outcomes, ({ status }) => status)].map(([status, of]) => `${of.length} × ${status}`).join(", ")

  yield* ordinarySearches
  yield* Console.log(
    `${ordinaryPerSecond} searches a second of a business key, p50 / p99 in ms, for ${turns} × ${lengthSeconds} s`
  )
  const compare = Effect.fnUntraced(function* (name: string, attack: Effect.Effect<string>) {
    if (!name.includes(named)) return
    const alone: Array<Outcome> = []
    const beside: Array<Outcome> = []
    // what a service does for the first time it does slowly: code is compiled, connections are new
    let attackers = yield* attack
    for (let turn = 0; turn < turns; turn++) {
      alone.push(...(yield* ordinarySearches))
      const attacking = yield* Effect.forkChild(attack)
      beside.push(...(yield* ordinarySearches))
      attackers = yield* Fiber.join(attacking)
    }
    const ratio = p(beside, 0.99) / p(alone, 0.99)
    yield* Console.log(
      [
        name.padEnd(28),
        `alone ${p(alone, 0.5).toFixed(1)} / ${p(alone, 0.99).toFixed(1)}`,
        `beside ${p(beside, 0.5).toFixed(1)} / ${p(beside, 0.99).toFixed(1)} (${statuses(beside)})`,
        `ratio ${ratio.toFixed(2)}, required ≤ ${required}: ${ratio <= required ? "reached" : "MISSED"}`,
        `attackers ${attackers}`
      ].join("; ")
    )
  })
  for (const attack of attacks) {
    const own = keys.get(attack) ?? []
    let time = 0
    const sent = Effect.suspend(() => {
      const first = attack.keys * time++
      return sendAt(attack.perSecond, attack.request, (number) => own[first + (number % attack.keys)] ?? "")
    })
    const described = Effect.map(
      sent,
      (outcomes) => `${p(outcomes, 0.5).toFixed(0)} / ${p(outcomes, 0.99).toFixed(0)} (${statuses(outcomes)})`
    )
    yield* compare(attack.name, described)
  }
  for (const [name, kind, amount] of keylessAttacks) yield* compare(name, keylessAttack(port, kind, amount))
})

await Effect.runPromise(Effect.scoped(program))
