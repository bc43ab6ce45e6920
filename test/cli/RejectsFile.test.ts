import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { rejectsFile } from "../../src/cli/RejectsFile.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"

const rejects = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ line: from + i, reason: "no_name" as const, detail: "é".repeat(100) }))
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Number(/"line":(\d+)/.exec(line)?.[1]))

describe("the rejects file of an import", () => {
  it.effect("holds the first rows up to the limit, counts the others, and is made anew by the next import", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "rejects", "off-x.ndjson")
      const first = rejectsFile(path, { rows: 5, bytes: 1e6 })
      assert.isNull(first.written())
      yield* first.add(rejects(1, 3))
      yield* first.add(rejects(4, 4))
      yield* first.add(rejects(8, 2))
      assert.deepStrictEqual([first.written(), first.leftOut()], [path, 4])
      assert.deepStrictEqual(linesOf(path), [1, 2, 3, 4, 5])
      const second = rejectsFile(path, { rows: 5, bytes: 1e6 })
      yield* second.add(rejects(20, 2))
      assert.deepStrictEqual([linesOf(path), second.leftOut()], [[20, 21], 0])
    })
  )

  it.effect("stays below its bytes, not characters", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "off-x.ndjson")
      const file = rejectsFile(path, { rows: 1_000, bytes: 1_000 })
      yield* file.add(rejects(1, 10))
      assert.isAtMost(statSync(path).size, 1_000)
      assert.strictEqual(linesOf(path).length + file.leftOut(), 10)
      assert.isAbove(linesOf(path).length, 2)
    })
  )
})
