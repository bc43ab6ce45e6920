import { assert, describe, it } from "@effect/vitest"
import { isSoonerAnew } from "../../src/roles/AwaitProjection.ts"

describe("a read model that is behind", () => {
  it("is built anew only when it lacks most of a large log", () => {
    assert.isTrue(isSoonerAnew(3_000_000, 3_000_000))
    assert.isTrue(isSoonerAnew(10_000, 19_999))
    assert.isFalse(isSoonerAnew(10_000, 20_000), "half of it is there")
    assert.isFalse(isSoonerAnew(9_999, 9_999), "a few are indexed at once")
    assert.isFalse(isSoonerAnew(0, 0))
  })
})
