import { assert, describe, it } from "@effect/vitest"
import { RefusalSampler } from "../../../src/http/AccessLog.ts"
import { TokenBuckets, keylessRequestsPerSecond } from "../../../src/api/admission/TokenBuckets.ts"

const taken = (limit: TokenBuckets, address: string, atMs: number, asked: number): number =>
  Array.from({ length: asked }, () => limit.take(address, atMs)).filter(Boolean).length

describe("Requests without a key", () => {
  it("are as many at once and as many a second as the limit says, for each address by itself", () => {
    const limit = new TokenBuckets()
    assert.strictEqual(taken(limit, "192.0.2.1", 0, 1_000), keylessRequestsPerSecond)
    assert.isTrue(limit.isExhausted("192.0.2.1", 0))
    assert.isFalse(limit.isExhausted("192.0.2.2", 0))
    assert.strictEqual(taken(limit, "192.0.2.2", 0, 1_000), keylessRequestsPerSecond)
    assert.strictEqual(taken(limit, "192.0.2.1", 500, 1_000), keylessRequestsPerSecond / 2)
    assert.strictEqual(taken(limit, "192.0.2.1", 3_600_000, 1_000), keylessRequestsPerSecond)
  })

  it("a clock that steps back refills nothing", () => {
    const limit = new TokenBuckets()
    taken(limit, "192.0.2.1", 10_000, 1_000)
    assert.strictEqual(taken(limit, "192.0.2.1", 0, 1_000), 0)
  })

  it("twenty refusals a second are logged, and the next line says how many were not", () => {
    const sampler = new RefusalSampler()
    const lines = Array.from({ length: 1_000 }, () => sampler.next(1_500))
    assert.strictEqual(lines.filter((omitted) => omitted !== undefined).length, 20)
    assert.strictEqual(sampler.next(2_001), 980)
    assert.strictEqual(sampler.next(2_002), 0)
  })
})
