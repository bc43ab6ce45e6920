import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { Language } from "../../domain/language/Language.ts"
import { ownCatalogue, readBundledAs } from "../../quality/Catalogue.ts"
import { type Query, readQueries } from "../../quality/Queries.ts"

const judged = (file: string) => readQueries(fileURLToPath(new URL(`../../quality/${file}`, import.meta.url)))

/** The kinds of queries by words, each in every language. */
const kinds = [
  "plain",
  "brand",
  "inflected",
  "variant",
  "synonym",
  "typo",
  "prefix",
  "transliterated",
  "layout",
  "percent",
  "absent"
]

/** The kinds of queries by meaning. */
const needs = ["claim", "negation", "occasion", "audience", "texture", "preparation", "comparison", "use"]

const emptyOf = (queries: ReadonlyArray<Query>) =>
  queries.filter(({ grades }) => Object.keys(grades ?? {}).length === 0).map(({ id }) => id)

const strays = Effect.fnUntraced(function* (queries: ReadonlyArray<Query>) {
  const known = new Set<string>((yield* readBundledAs(ownCatalogue)).map(({ id }) => id))
  return queries.flatMap(({ grades, id }) =>
    Object.keys(grades ?? {})
      .filter((product) => !known.has(product))
      .map((product) => `${id}: ${product}`)
  )
})

const isEachTextOnce = (queries: ReadonlyArray<Query>) =>
  new Set(queries.map(({ lang, query }) => `${lang} ${query}`)).size === queries.length

describe("the judged queries by words", () => {
  it.effect("are at least 80 in each language, of every kind", () =>
    Effect.gen(function* () {
      const queries = yield* judged("words.jsonl")
      for (const lang of Language.literals) {
        const own = queries.filter((query) => query.lang === lang)
        assert.isAtLeast(own.length, 80, lang)
        assert.sameMembers([...new Set(own.map(({ kind }) => kind))], kinds, lang)
      }
    })
  )

  it.effect("have grades, except for what is absent, and ask for each text once in a language", () =>
    Effect.gen(function* () {
      const queries = yield* judged("words.jsonl")
      const absent = queries.filter(({ kind }) => kind === "absent").map(({ id }) => id)
      assert.deepStrictEqual(emptyOf(queries), absent)
      assert.isTrue(isEachTextOnce(queries))
    })
  )

  it.effect("grade products of the catalogue they were judged over only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* strays(yield* judged("words.jsonl")), [])
    })
  )
})

describe("the judged queries by meaning", () => {
  it.effect("are at least 30 in each language and cover every kind of need", () =>
    Effect.gen(function* () {
      const queries = yield* judged("meaning.jsonl")
      for (const lang of Language.literals) {
        assert.isAtLeast(queries.filter((query) => query.lang === lang).length, 30, lang)
      }
      assert.sameMembers([...new Set(queries.map(({ kind }) => kind))], needs)
    })
  )

  it.effect("have grades, and ask for each text once in a language", () =>
    Effect.gen(function* () {
      const queries = yield* judged("meaning.jsonl")
      assert.deepStrictEqual(emptyOf(queries), [])
      assert.isTrue(isEachTextOnce(queries))
    })
  )

  it.effect("grade products of the catalogue they were judged over only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* strays(yield* judged("meaning.jsonl")), [])
    })
  )
})
