import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  isCompleteRank,
  isCuratedRank,
  plainnessOf,
  staticRank,
  type StaticTraits
} from "../../../domain/search/StaticRank.ts"

const traits: StaticTraits = {
  curated: false,
  complete: false,
  kind: "branded",
  preparation: "composed",
  nameLength: 20,
  popularity: 0,
  id: "off_1"
}

/** each beats everything that follows it, however good that is */
const inFallingOrder: ReadonlyArray<readonly [string, Partial<StaticTraits>]> = [
  ["curated", { curated: true }],
  ["complete", { complete: true }],
  ["generic", { kind: "generic" }],
  ["unbranded", { kind: "unbranded" }],
  ["raw", { preparation: "raw" }],
  ["plain", { preparation: "plain" }],
  ["processed", { preparation: "processed" }],
  ["of one word", { nameLength: 1 }],
  ["of eight words", { nameLength: 8 }],
  ["popular", { popularity: 1_000_000 }],
  ["known", { popularity: 1 }]
]
const groups = ["curated", "complete", "kind", "preparation", "nameLength", "popularity"] as const

describe("static rank", () => {
  for (const [i, [name, better]] of inFallingOrder.entries()) {
    it(`${name} goes before whatever counts less`, () => {
      const field = groups.findIndex((group) => group in better)
      const lesser = inFallingOrder
        .slice(i + 1)
        .filter(([, other]) => !(groups[field] !== undefined && groups[field] in other))
      const best = lesser.toReversed().reduce((all, [, other]) => Object.assign(all, other), { ...traits })
      assert.isAbove(staticRank({ ...traits, ...better, id: "a" }), staticRank({ ...best, id: "b" }))
    })
  }

  const anyTraits = {
    curated: Schema.Boolean,
    complete: Schema.Boolean,
    kind: Schema.Literals(["generic", "unbranded", "branded"]),
    preparation: Schema.Literals(["raw", "plain", "processed", "composed"]),
    nameLength: Schema.Int,
    popularity: Schema.Int,
    id: Schema.String
  }
  it.prop("fits 25 bits whatever the traits, and says whether it is curated and complete", anyTraits, (any) => {
    const rank = staticRank(any)
    assert.isTrue(Number.isInteger(rank) && rank >= 0 && rank < 2 ** 25)
    assert.strictEqual(isCuratedRank(rank), any.curated)
    assert.strictEqual(isCompleteRank(rank), any.complete)
    assert.strictEqual(plainnessOf(rank), rank % 2 ** 23)
  })

  it("ids that follow each other spread over the lowest bits", () => {
    const ranks = new Set(
      Array.from({ length: 1_000 }, (_, i) => staticRank({ ...traits, id: `off_${4_600_000_000_000 + i}` }))
    )
    assert.isAbove(ranks.size, 500)
  })
})
