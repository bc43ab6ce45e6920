import { assert, describe, it } from "@effect/vitest"
import { phraseTrie, staysInClause } from "../../../domain/language/PhraseTrie.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const trie = phraseTrie([
  { words: tokenize("green tea"), value: "green tea" },
  { words: tokenize("green"), value: "green" },
  { words: tokenize("teas"), value: "tea" },
  { words: tokenize("tea"), value: "another tea" },
  { words: tokenize(""), value: "nothing" }
])

describe("a trie of phrases", () => {
  it("finds all phrases that begin at a word, the longest first", () => {
    assert.deepStrictEqual(trie.matchesAt(tokenize("hot green teas"), 1), [
      { value: "green tea", start: 1, end: 3 },
      { value: "green", start: 1, end: 2 }
    ])
    assert.deepStrictEqual(trie.matchesAt(tokenize("hot green teas"), 0), [])
  })

  it("ends where a word is not accepted", () => {
    const tokens = tokenize("green, tea")
    assert.deepStrictEqual(trie.longestAt(tokens, 0), { value: "green tea", start: 0, end: 2 })
    assert.deepStrictEqual(trie.longestAt(tokens, 0, staysInClause), { value: "green", start: 0, end: 1 })
    assert.deepStrictEqual(trie.longestAt(tokens, 1, staysInClause), { value: "tea", start: 1, end: 2 })
  })

  it("knows what exactly some words mean, the first entry of a phrase unless told how to merge", () => {
    assert.strictEqual(trie.valueOf(tokenize("tea")), "tea")
    assert.isNull(trie.valueOf(tokenize("green tea leaf")))
    assert.isNull(trie.valueOf([]))
    const entries = ["tea", "teas"].map((text) => ({ words: tokenize(text), value: [text] }))
    const merged = phraseTrie(entries, (known, added) => [...known, ...added])
    assert.deepStrictEqual(merged.valueOf(tokenize("tea")), ["tea", "teas"])
  })

  it("knows the stems of all its words", () => {
    assert.deepStrictEqual(trie.stems(), new Set(tokenize("green tea").map(({ stem }) => stem)))
  })
})
