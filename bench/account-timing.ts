import { Console, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mean, median, quantile } from "./Statistics.ts"
import { SignUp } from "../src/commands/accounts/SignUp.ts"
import { Sessions } from "../src/commands/accounts/Sessions.ts"
import { accountRig, emailOf } from "../test/support/AccountRig.ts"

/**
 * `node bin/node.mjs bench/account-timing.ts [samples]`: can a taken address be told from a free one by time? Sign-ups and wrong logins
 * of both kinds in turns; the difference of the medians beside how often chance alone gives as much.
 */
const samples = Number(process.argv[2] ?? 200)
const taken = emailOf("taken@example.com")
const password = "violet-lamp-on-the-roof"

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* Effect.exit(work)
    return performance.now() - began
  })

const signUp = (email: ReturnType<typeof emailOf>, i: number) =>
  Effect.flatMap(SignUp, (service) =>
    service.signUp({ email, password: `${password} ${i}`, from: `caller ${i}`, language: "en" })
  )
const wrongLogin = (email: ReturnType<typeof emailOf>, i: number) =>
  Effect.flatMap(Sessions, (service) =>
    service.signIn({ email, password: `wrong ${i}`, from: `caller ${i}`, client: "", replaces: null })
  )

const shuffles = 2_000

/** How often a random division of all samples in two differs by as much: what there is no difference gives any value alike. */
const chanceOf = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  const all = [...a, ...b]
  const observed = Math.abs(median(a) - median(b))
  let asFar = 0
  for (let i = 0; i < shuffles; i++) {
    for (let at = all.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1))
      ;[all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0]
    }
    if (Math.abs(median(all.slice(0, a.length)) - median(all.slice(a.length))) >= observed) asFar++
  }
  return asFar / shuffles
}

const compare = Effect.fnUntraced(function* (
  name: string,
  attempt: (email: ReturnType<typeof emailOf>, i: number) => Effect.Effect<unknown, unknown, SignUp | Sessions>
) {
  const [ofTaken, ofFree]: [Array<number>, Array<number>] = [[], []]
  for (let i = 0; i < samples; i++) {
    // limits are not what is measured: a day later they are gone
    yield* TestClock.adjust("3 days")
    const free = emailOf(`${name}${i}@example.com`)
    const kinds = [
      () => Effect.map(timed(attempt(taken, 2 * i)), (ms) => ofTaken.push(ms)),
      () => Effect.map(timed(attempt(free, 2 * i + 1)), (ms) => ofFree.push(ms))
    ]
    for (const kind of i % 2 === 0 ? kinds : kinds.toReversed()) yield* kind()
  }
  const difference = median(ofTaken) - median(ofFree)
  const chance = chanceOf(ofTaken, ofFree)
  yield* Console.log(
    `${name}: taken ${median(ofTaken).toFixed(2)} ms, free ${median(ofFree).toFixed(2)} ms (means ${mean(ofTaken).toFixed(2)}, ${mean(ofFree).toFixed(2)}; ` +
      `p90 ${quantile(ofTaken, 0.9).toFixed(2)}, ${quantile(ofFree, 0.9).toFixed(2)}); the medians differ by ${difference.toFixed(2)} ms, ` +
      `by chance it would be as much in ${(chance * 100).toFixed(0)} of 100 (below 1: MISSED)`
  )
})

const program = Effect.gen(function* () {
  yield* signUp(taken, -1)
  yield* compare("signup", signUp)
  yield* compare("login", wrongLogin)
})

await Effect.runPromise(
  program.pipe(Effect.provide(Layer.provideMerge(accountRig({ mails: [] }), TestClock.layer())), Effect.scoped)
)
