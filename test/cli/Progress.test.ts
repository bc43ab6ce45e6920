import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeProgress, makeWait } from "../../src/cli/Progress.ts"

const screen = (isTerminal: boolean) => {
  const written: Array<string> = []
  return { isTerminal, write: (text: string) => void written.push(text), written }
}

describe("Progress", () => {
  it.effect("away from a terminal it writes one line every 10 s, with rate and time left", () =>
    Effect.gen(function* () {
      const out = screen(false)
      const progress = yield* makeProgress("import", out)
      for (let second = 1; second <= 20; second++) {
        yield* TestClock.adjust("1 second")
        yield* progress.advance({ rows: 100, fraction: second / 40 })
      }
      yield* progress.finish
      assert.deepStrictEqual(out.written, [
        "import: 25 % 1,000 rows, 100 rows/s, 30 s left\n",
        "import: 50 % 2,000 rows, 100 rows/s, 20 s left\n"
      ])
    })
  )

  it.effect("of a job of unknown length it writes every 10 s what is seen of it, and for how long it has gone on", () =>
    Effect.gen(function* () {
      const out = screen(false)
      const wait = yield* makeWait("compact", out)
      for (let second = 1; second <= 75; second++) {
        yield* TestClock.adjust("1 second")
        yield* wait.show(`${Math.ceil(20 - second / 5)} segments left`)
      }
      assert.strictEqual(out.written[0], "compact: 18 segments left, 10 s\n")
      assert.strictEqual(out.written.at(-1), "compact: 6 segments left, 1 min 10 s\n")
      assert.lengthOf(out.written, 7)
    })
  )

  it.effect("on a terminal it redraws one line and clears it at the end", () =>
    Effect.gen(function* () {
      const out = screen(true)
      const progress = yield* makeProgress("import", out)
      yield* progress.advance({ rows: 5, fraction: null })
      yield* TestClock.adjust("200 millis")
      yield* progress.advance({ rows: 5, fraction: null })
      yield* progress.finish
      assert.deepStrictEqual(out.written, ["\r\u001b[Kimport: 10 rows, 50 rows/s", "\r\u001b[K"])
    })
  )
})
