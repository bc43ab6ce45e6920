import { assert, describe, it } from "@effect/vitest"
import { queryThreadsOn, thisMachine } from "../../src/settings/QueryThreadCount.ts"

const gib = 2 ** 30

describe("the number of query threads", () => {
  for (const [cores, memoryGib, threads] of [
    [1, 64, 2],
    [4, 64, 4],
    [64, 64, 8],
    [8, 16, 5],
    [8, 2, 2]
  ] as const) {
    it(`is ${threads} on ${cores} cores with ${memoryGib} GiB`, () =>
      assert.strictEqual(queryThreadsOn({ cores, memory: memoryGib * gib }), threads))
  }

  it("is told of this machine's own cores and memory", () => {
    const { cores, memory } = thisMachine()
    assert.isAtLeast(cores, 1)
    assert.isTrue(memory > 2 ** 28 && memory < 2 ** 48, String(memory))
  })
})
