import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { editDistance, editsAllowed } from "../../../domain/language/EditDistance.ts"
import { makeNearWords } from "../../../domain/language/NearWords.ts"

const unbounded = 64
/** short words of few letters, so that every kind of edit occurs */
const Word = Schema.String.check(Schema.isPattern(/^[abc]{0,9}$/))
const Words = Schema.Array(Schema.String.check(Schema.isPattern(/^[abcя]{0,7}$/)))

/** The textbook recursion, as slow as it is plain. */
const recursive = (a: string, b: string): number => {
  if (a === "" || b === "") return a.length + b.length
  const same = a.at(-1) === b.at(-1)
  const edits = [
    recursive(a.slice(0, -1), b) + 1,
    recursive(a, b.slice(0, -1)) + 1,
    recursive(a.slice(0, -1), b.slice(0, -1)) + (same ? 0 : 1)
  ]
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  if (swapped) edits.push(recursive(a.slice(0, -2), b.slice(0, -2)) + 1)
  return Math.min(...edits)
}

describe("editDistance", () => {
  const examples: ReadonlyArray<readonly [a: string, b: string, distance: number]> = [
    ["milk", "milk", 0],
    ["milk", "mlik", 1],
    ["milk", "mikl", 1],
    ["milk", "silk", 1],
    ["milk", "mil", 1],
    ["milk", "millk", 1],
    ["chocolate", "choclate", 1],
    ["chocolate", "chcolaet", 2],
    ["strawberry", "starwbery", 2],
    ["ca", "abc", 3],
    ["сметана", "сметатна", 1],
    ["молоко", "малако", 2],
    ["حليب", "حلبي", 1],
    ["", "abc", 3]
  ]
  for (const [a, b, distance] of examples) {
    it(`${a} – ${b}: ${distance}`, () => {
      assert.strictEqual(editDistance(a, b, unbounded), distance)
      for (const max of [0, 1, 2]) assert.strictEqual(editDistance(a, b, max), Math.min(distance, max + 1), `${max}`)
    })
  }

  const Short = Schema.String.check(Schema.isPattern(/^[abc]{0,6}$/))
  it.prop("is what the definition says, whatever the bound", [Short, Short], ([a, b]) => {
    const expected = recursive(a, b)
    for (const max of [0, 1, 2, 3, 4, unbounded]) {
      assert.strictEqual(editDistance(a, b, max), Math.min(expected, max + 1), `${max}`)
    }
  })

  it.prop("is symmetric, and nought only between equal words", [Word, Word], ([a, b]) => {
    const distance = editDistance(a, b, unbounded)
    assert.strictEqual(editDistance(b, a, unbounded), distance)
    assert.strictEqual(distance === 0, a === b)
    assert.isAtLeast(distance, Math.abs(a.length - b.length))
    assert.isAtMost(distance, Math.max(a.length, b.length))
  })

  it.prop(
    "a detour is hardly shorter: by what editing a swapped letter again would cost",
    [Word, Word, Word],
    ([a, b, c]) => {
      const direct = editDistance(a, c, unbounded)
      assert.isAtMost(direct, 2 * (editDistance(a, b, unbounded) + editDistance(b, c, unbounded)))
    }
  )

  it.prop("is translation-invariant: what stands around both words alike does not count", [Word, Word], ([a, b]) => {
    assert.strictEqual(editDistance(`x${a}yz`, `x${b}yz`, unbounded), editDistance(a, b, unbounded))
  })
})

describe("editsAllowed", () => {
  it("none below four letters, one from four, two from eight; none in what holds a digit", () => {
    const allowed = ["", "сыр", "milk", "yoghurt", "chocolat", "strawberry", "12345678", "b12vitamin", "٣٣٣٣"].map(
      editsAllowed
    )
    assert.deepStrictEqual(allowed, [0, 0, 1, 1, 2, 2, 0, 0, 0])
  })
})

describe("NearWords", () => {
  it.prop("finds exactly the words within the edits, nearest first", [Words, Word], ([words, wanted]) => {
    const distinct = [...new Set(words)]
    const near = makeNearWords(distinct)
    assert.strictEqual(near.size(), distinct.length)
    for (const edits of [0, 1, 2]) {
      const expected = distinct
        .map((word) => ({ word, edits: editDistance(word, wanted, edits) }))
        .filter((each) => each.edits <= edits)
        .sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1))
      assert.deepStrictEqual(near.near(wanted, edits), expected)
    }
  })

  it("finds across scripts where a word mixes them, and what was added later", () => {
    const near = makeNearWords(["молоко", "молокo", "milk", "حليب", "vitamin b12", "b12"])
    assert.deepStrictEqual(near.near("молоко", 1), [
      { word: "молоко", edits: 0 },
      { word: "молокo", edits: 1 }
    ])
    assert.deepStrictEqual(near.near("حلبي", 1), [{ word: "حليب", edits: 1 }])
    assert.deepStrictEqual(near.near("malk", 1), [{ word: "milk", edits: 1 }])
    near.add("mack")
    assert.deepStrictEqual(
      near.near("malk", 1).map(({ word }) => word),
      ["mack", "milk"]
    )
  })
})
