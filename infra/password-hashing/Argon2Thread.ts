import { parentPort } from "node:worker_threads"
import type { Argon2Input } from "./Argon2Parameters.ts"
import { wasmArgon2 } from "./WasmArgon2.ts"

interface Asked {
  readonly number: number
  readonly question: Argon2Input
}

/** As `answerQuestions` of `infra/threads`, whose answers are made at once: these are promised. */
parentPort?.on("message", ({ number, question }: Asked) => {
  wasmArgon2(question).then(
    (answer) => parentPort?.postMessage({ question: number, answer, failure: null }),
    (error: unknown) => parentPort?.postMessage({ question: number, answer: null, failure: String(error) })
  )
})
