import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { createHash } from "node:crypto"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { fingerprint } from "../../../infra/crypto/Fingerprint.ts"
import { facts } from "../../support/Facts.ts"

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)])
  )
}

describe("a fingerprint", () => {
  it.prop("is the digest of the facts with the keys of all objects sorted", [ProductFacts], ([given]) => {
    const digest = createHash("sha256")
      .update(JSON.stringify(sorted(given)))
      .digest("base64url")
    assert.strictEqual(fingerprint(given), digest.slice(0, 22))
  })

  it("does not change: the log compares with those of years ago", () => {
    assert.strictEqual(fingerprint(facts({ id: "off_4600494001234" })), "DnmV0BABxRGOD0Ei9j2e_5")
  })

  it("is that of years ago where the source states no other nutrient, and another where it does", () => {
    const id = "off_4600494001234"
    const stated = { ...facts({ id }), nutrients: { zinc: 1, alcohol: 2 } }
    assert.notStrictEqual(fingerprint(stated), "DnmV0BABxRGOD0Ei9j2e_5")
    assert.strictEqual(fingerprint({ ...stated, nutrients: { alcohol: 2, zinc: 1 } }), fingerprint(stated))
  })

  it("does not depend on the order in which languages were stated", () => {
    const named = facts({ names: { en: ["Milk"], ru: ["Молоко"], ar: ["حليب"] } })
    const other = {
      ...named,
      names: { ar: named.names["ar"] ?? ["-"], ru: ["Молоко"] as const, en: ["Milk"] as const }
    }
    assert.strictEqual(fingerprint(other), fingerprint(named))
  })
})
