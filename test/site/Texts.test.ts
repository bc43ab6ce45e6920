import { assert, describe, it } from "@effect/vitest"
import { english } from "../../src/site/texts/English.ts"
import { filled, speech, textsOf } from "../../src/site/texts/Speech.ts"

/** Names that are the same in every language. */
const names =
  /\b(?:API|REST|JSON|OpenAPI|MCP|curl|Apache|UTC|YOUR_API_KEY|X-API-Key|Bearer|fdb_|growth|ID|CSV|env|POST|URL|https|Standard Webhooks|webhook\.test|localhost|example\.org|hook)\b|fdb_|\{[a-z]+\}|\d+(?:[.,]\d+)?/g

const wordsIn = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(names, " ")
    .replaceAll("\u0640", "")
    .match(/\p{L}+/gu) ?? []

const scriptOf = { ru: /^[\p{Script=Cyrillic}]+$/u, ar: /^[\p{Script=Arabic}\p{M}]+$/u }

const sentences = (language: "en" | "ru" | "ar"): ReadonlyArray<readonly [string, string]> => {
  const { plurals, words } = textsOf[language]
  return [
    ...Object.entries(words),
    ...Object.entries(plurals).flatMap(([key, forms]) =>
      Object.entries(forms).map(([rule, text]) => [`${key}.${rule}`, text ?? ""] as const)
    )
  ]
}

const placesIn = (text: string) => (text.match(/\{[a-z]+\}/g) ?? []).toSorted()

describe.for(["ru", "ar"] as const)("the texts in %s", (language) => {
  it("say everything that the English ones say, and fill the same places", () => {
    assert.sameMembers(Object.keys(textsOf[language].words), Object.keys(english.words))
    for (const [key, text] of Object.entries(english.words)) {
      const other = new Map(Object.entries(textsOf[language].words)).get(key) ?? ""
      assert.deepStrictEqual(placesIn(other), placesIn(text), key)
    }
  })

  it("leave nothing in English but names", () => {
    for (const [key, text] of sentences(language)) {
      assert.isNotEmpty(text, key)
      for (const word of wordsIn(text)) assert.match(word, scriptOf[language], `${key}: ${text}`)
    }
  })

  it("have a form for each plural rule of the language", () => {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, forms] of Object.entries(textsOf[language].plurals))
      assert.sameMembers(Object.keys(forms), rules, key)
  })
})

describe("speech", () => {
  it("counts as each language does", () => {
    const counted = (language: "en" | "ru" | "ar") =>
      [1, 2, 5, 21, 1_234].map((n) => speech[language].counted("found", n))
    assert.deepStrictEqual(counted("en"), [
      "1 food found",
      "2 foods found",
      "5 foods found",
      "21 foods found",
      "1,234 foods found"
    ])
    assert.deepStrictEqual(counted("ru"), [
      "Найден 1 продукт",
      "Найдено 2 продукта",
      "Найдено 5 продуктов",
      "Найден 21 продукт",
      "Найдено 1\u00a0234 продукта"
    ])
    assert.deepStrictEqual(counted("ar"), ["طعام واحد", "طعامان", "5 أطعمة", "21 طعامًا", "1,234 طعامًا"])
  })

  it("fills a place with what is given and leaves others as they are", () => {
    assert.strictEqual(filled("{q} of {x}", { q: "$& {x}" }), "$& {x} of {x}")
  })
})
