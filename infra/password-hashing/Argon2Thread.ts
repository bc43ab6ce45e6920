import { Effect } from "effect"
import { parentPort } from "node:worker_threads"
import { beNice } from "../threads/ThreadPriority.ts"
import type { Argon2Input } from "./Argon2Parameters.ts"
import { wasmArgon2 } from "./WasmArgon2.ts"

interface Asked {
  readonly number: number
  readonly question: Argon2Input
}

// the event loop, which answers everybody, goes before
Effect.runSync(beNice(10))

/** As `answerQuestions` of `infra/threads`, whose answers are made at once: these are promised. */
parentPort?.on("message", ({ number, question }: Asked) => {
  wasmArgon2(question).then(
    (answer) => parentPort?.postMessage({ question: number, answer, failure: null }),
    (error: unknown) => parentPort?.postMessage({ question: number, answer: null, failure: String(error) })
  )
})
