import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { Language } from "../../domain/text/Language.ts"
import { bundledFiles, readCatalogue } from "../../quality/Catalogue.ts"
import { readQueries } from "../../quality/Queries.ts"

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

describe("the judged queries by words", () => {
  it.effect("are at least 80 in each language, of every kind", () =>
    Effect.gen(function* () {
      const queries = yield* judged("words.jsonl")
      for (const lang of Language.literals) {
        const own = queries.filter((query) => query.lang === lang)
        assert.isAtLeast(own.length, 80, lang)
        assert.deepStrictEqual(
          kinds.filter((kind) => !own.some((query) => query.kind === kind)),
          [],
          lang
        )
      }
    })
  )

  it.effect("have grades, except for what is absent, and ask for each text once in a language", () =>
    Effect.gen(function* () {
      const queries = yield* judged("words.jsonl")
      assert.deepStrictEqual(
        queries.filter(({ grades, kind }) => (Object.keys(grades ?? {}).length === 0) !== (kind === "absent")),
        []
      )
      assert.strictEqual(new Set(queries.map(({ lang, query }) => `${lang} ${query}`)).size, queries.length)
    })
  )

  it.effect("grade products of the bundled catalogue only", () =>
    Effect.gen(function* () {
      const known = new Set<string>((yield* readCatalogue(bundledFiles)).map(({ id }) => id))
      const queries = yield* judged("words.jsonl")
      const strays = queries.flatMap(({ grades, id }) =>
        Object.keys(grades ?? {})
          .filter((product) => !known.has(product))
          .map((product) => `${id}: ${product}`)
      )
      assert.deepStrictEqual(strays, [])
    })
  )
})
