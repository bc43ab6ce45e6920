import { Cause, Effect, Queue } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

/** A process that writes one line for each that it is given; it ends with the scope. */
export interface LinePeer {
  /** The next line that it writes. */
  readonly next: Effect.Effect<string, unknown>
  /** The line that it writes for this value. */
  readonly ask: (value: unknown) => Effect.Effect<string, unknown>
}

export const startLinePeer = Effect.fnUntraced(function* (name: string, command: string, args: ReadonlyArray<string>) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })),
    (running) => Effect.sync(() => running.kill())
  )
  const lines = yield* Queue.unbounded<string, Error>()
  const fail = (error: Error) => void Queue.failCauseUnsafe(lines, Cause.fail(error))
  child.once("error", fail)
  createInterface({ input: child.stdout })
    .on("line", (line) => void Queue.offerUnsafe(lines, line))
    .once("close", () => fail(new Error(`${name} ended`)))
  const next = Queue.take(lines)
  const peer: LinePeer = {
    next,
    ask: (value) =>
      Effect.suspend(() => {
        child.stdin.write(`${JSON.stringify(value)}\n`)
        return next
      })
  }
  return peer
})
