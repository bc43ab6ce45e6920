import { assert, describe, it } from "@effect/vitest"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { callsOfAUse, SharedUses } from "../../../src/api/admission/SharedUses.ts"

const [one, other] = [KeyId.make("key_000000000001"), KeyId.make("key_000000000002")]

/** Uses that so many calls come to, one after the other. */
const usesOf = (shares: SharedUses, key: KeyId, calls: number): number => {
  let uses = 0
  for (let call = 0; call < calls; call++) {
    if (shares.take(key)) continue
    shares.paid(key)
    uses++
  }
  return uses
}

describe("calls that share a use", () => {
  it("the first of four pays for the others, for each key by itself", () => {
    const shares = new SharedUses()
    assert.strictEqual(usesOf(shares, one, 9), 3)
    assert.strictEqual(usesOf(shares, other, 4), 1)
    assert.strictEqual(usesOf(shares, one, 3), 0)
    assert.strictEqual(usesOf(shares, one, 1), 1)
  })

  it("a use that does not count pays for nothing, whoever had a share of it meanwhile", () => {
    const shares = new SharedUses()
    shares.paid(one)
    assert.isTrue(shares.take(one))
    shares.unpaid(one)
    // the share that was had is made up for by the next use
    assert.strictEqual(usesOf(shares, one, callsOfAUse), 2)
  })

  it("a share that was given back is there for another call", () => {
    const shares = new SharedUses()
    assert.strictEqual(usesOf(shares, one, callsOfAUse), 1)
    shares.giveBack(one)
    assert.isTrue(shares.take(one))
    assert.isFalse(shares.take(one))
  })

  it("of many keys the one that was served longest ago is forgotten, and pays anew", () => {
    const shares = new SharedUses()
    shares.paid(one)
    for (let n = 0; n < 10_000; n++) shares.paid(KeyId.make(`key_${String(n).padStart(12, "a")}`))
    assert.isFalse(shares.take(one))
    assert.isTrue(shares.take(KeyId.make(`key_${"9999".padStart(12, "a")}`)))
  })
})
