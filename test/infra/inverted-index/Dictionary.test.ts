import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DictionaryWriter } from "../../../infra/inverted-index/DictionaryWriter.ts"
import { Dictionary, readFirstKeys } from "../../../infra/inverted-index/Dictionary.ts"
import { keyOf, kinds, textOf } from "../../../infra/inverted-index/TermKey.ts"
import { memoryChunks } from "../../support/MemoryChunks.ts"
import { type Below, numbersFrom, Seed } from "../../support/RandomCatalogue.ts"

// of one, two and three bytes, the halves of pairs, and the last unit
const units = ["a", "b", "=", "~", "0", "é", "м", "ح", "中", "\ud83c", "\udf4e", "\uffff"]

const randomText = (below: Below): string =>
  Array.from({ length: 1 + below(12) }, () => units[below(units.length)] ?? "").join("")

const textsFrom = (seed: number, count: number): ReadonlyArray<string> => {
  const below = numbersFrom(seed)
  return [...new Set(Array.from({ length: count }, () => randomText(below)))].sort()
}

/** The value of a text is its length, so often that chunks fill up. */
const valueOf = (text: string): Uint8Array => new Uint8Array(1 + (text.length % 5)).fill(text.length)

const written = (texts: ReadonlyArray<string>): Dictionary => {
  const chunks = memoryChunks()
  const writer = new DictionaryWriter(chunks, 1)
  for (const text of texts) writer.add(keyOf(kinds.term, text), valueOf(text))
  const { chunks: count, indexBytes } = writer.finish()
  const firstKeys = readFirstKeys(chunks.stream(1, "dictionaryIndex"), indexBytes, count)
  return new Dictionary(chunks.stream(1, "dictionary"), firstKeys)
}

const size = Schema.Literals([0, 1, 15, 16, 17, 300, 4_000])
const runs = { arbitrary: { runs: 40 } }

describe("the dictionary of a segment", () => {
  it.prop(
    "finds each key with its value, and no other key",
    { seed: Seed, size, other: Seed },
    ({ other, seed, size }) => {
      const texts = textsFrom(seed, size)
      const dictionary = written(texts)
      for (const text of texts) assert.strictEqual(dictionary.find(keyOf(kinds.term, text))?.byte(), text.length, text)
      const known = new Set(texts)
      for (const text of textsFrom(other, 200)) {
        assert.strictEqual(dictionary.find(keyOf(kinds.term, text)) !== null, known.has(text), text)
        assert.isNull(dictionary.find(keyOf(kinds.name, text)))
      }
    },
    runs
  )

  it.prop(
    "goes through what begins like a text in the order of code units, be it cut in the middle of a pair",
    { seed: Seed, size },
    ({ seed, size }) => {
      const texts = textsFrom(seed, size)
      const dictionary = written(texts)
      for (const beginning of ["", "a", "м", "\ud83c", "ab", "zzz", "\uffff\uffff"]) {
        const found: Array<string> = []
        const key = keyOf(kinds.term, beginning)
        const cursor = dictionary.from(key)
        while (cursor?.beginsWith(key) === true) {
          found.push(textOf(cursor.key))
          if (!cursor.advance()) break
        }
        assert.deepStrictEqual(
          found,
          texts.filter((text) => text.startsWith(beginning))
        )
      }
    },
    runs
  )
})
