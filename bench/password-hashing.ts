import { Console, Effect } from "effect"
import { performance } from "node:perf_hooks"
import { AddressDigest } from "../domain/account/AccountRecord.ts"
import { PasswordHasher } from "../domain/ports/PasswordHasher.ts"
import { nativeArgon2, hasNativeArgon2 } from "../infra/password-hashing/NativeArgon2.ts"
import { defaultHasherLimits, hasherOn, inThread, layer } from "../infra/password-hashing/Argon2Hasher.ts"
import { wasmArgon2 } from "../infra/password-hashing/WasmArgon2.ts"
import { threadTimeMs } from "../infra/threads/ThreadTime.ts"

/**
 * `node bin/node.mjs bench/password-hashing.ts [hashes]`: for how long the event loop computes at one stretch while passwords are
 * hashed, against hashing on the loop itself. In CPU time of this thread: what others compute meanwhile is not counted.
 */
const hashes = Number(process.argv[2] ?? 30)
const requiredMs = 20
const address = AddressDigest.make("A".repeat(43))

/** The longest turn of the event loop while the work goes on, ms. */
const longestTurnMs = async (work: Promise<unknown>): Promise<number> => {
  let longest = 0
  let isOver = false
  let before = threadTimeMs()
  const turn = () => {
    const now = threadTimeMs()
    longest = Math.max(longest, now - before)
    before = now
    if (!isOver) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  await work
  isOver = true
  turn()
  return longest
}

const measured = Effect.fnUntraced(function* (name: string, work: () => Promise<unknown>) {
  const began = performance.now()
  const longest = yield* Effect.promise(() => longestTurnMs(work()))
  const each = (performance.now() - began) / hashes
  yield* Console.log(`${name}: ${each.toFixed(0)} ms a hash, the longest turn of the loop is ${longest.toFixed(1)} ms`)
  return longest
})

const allOn = (hasher: PasswordHasher["Service"]) => () =>
  Effect.runPromise(
    Effect.orDie(
      Effect.all(
        Array.from({ length: hashes }, (_, i) => hasher.hash(`password ${i}`, address, String(i))),
        { concurrency: "unbounded" }
      )
    )
  )

const onTheLoop = async () => {
  for (let i = 0; i < hashes; i++)
    await wasmArgon2({ password: `password ${i}`, salt: Buffer.from(address, "base64url") })
}

const program = Effect.gen(function* () {
  const ofLoop = yield* measured("WebAssembly on the loop itself", onTheLoop)
  const thread = hasherOn(yield* inThread, defaultHasherLimits)
  // what is compiled at the first use is not what is measured
  yield* Effect.orDie(thread.hash("first", address, "first"))
  const turns = [yield* measured("WebAssembly in a thread", allOn(thread))]
  if (hasNativeArgon2) {
    yield* Effect.promise(() => nativeArgon2({ password: "first", salt: Buffer.from(address, "base64url") }))
    turns.push(yield* measured("by the runtime", allOn(yield* PasswordHasher)))
  }
  const worst = Math.max(...turns)
  yield* Console.log(
    `off the loop its longest turn is ${(worst / ofLoop).toFixed(2)} of that on it; ${worst.toFixed(1)} ms, required ≤ ${requiredMs}: ` +
      (worst <= requiredMs ? "reached" : "MISSED")
  )
})

await Effect.runPromise(program.pipe(Effect.provide(layer), Effect.scoped))
