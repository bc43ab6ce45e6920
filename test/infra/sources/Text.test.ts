import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { namesOf } from "../../../infra/sources/Names.ts"
import { SeenCodes } from "../../../infra/sources/SeenCodes.ts"
import { cleanText } from "../../../infra/sources/Text.ts"

describe("cleanText", () => {
  it("decodes HTML entities, also escaped twice", () => {
    assert.strictEqual(cleanText("Мороженое &quot;Соблазн&quot;", 100), 'Мороженое "Соблазн"')
    assert.strictEqual(cleanText("Cr&egrave;me &amp;amp; caf&#233;", 100), "Crème & café")
    assert.strictEqual(cleanText("Salt & Vinegar", 100), "Salt & Vinegar")
  })

  it("drops control and invisible characters, and collapses white space", () => {
    assert.strictEqual(cleanText(" a\t\u00A0b\u200B\u00AD\u0000c\uFEFF \n", 100), "a bc")
    assert.strictEqual(cleanText("حل\u200Eيب", 100), "حليب")
    assert.strictEqual(cleanText("\uD800milk\uFFFD", 100), "milk")
  })

  it("composes letters", () => assert.strictEqual(cleanText("cafe\u0301", 100), "café"))

  it("cuts by code points, not through one", () => {
    assert.strictEqual(cleanText("🥛1🥛2🥛3", 4), "🥛1🥛2")
    assert.strictEqual(cleanText("abcdef", 3), "abc")
  })

  it("text without a letter or digit, and words for nothing, are nothing", () => {
    for (const text of ["", " ", "-", "???", "null", "Undefined", "UNKNOWN", null, 7, undefined]) {
      assert.isNull(cleanText(text, 100))
    }
  })

  it.prop("is idempotent and within its limit", [Schema.String], ([text]) => {
    const once = cleanText(text, 20)
    if (once === null) return
    assert.isAtMost(Array.from(once).length, 20)
    assert.match(once, /^\S(?:.*\S)?$/su)
  })
})

describe("namesOf", () => {
  it("keeps the order within a language, without repetition, and the first as main", () =>
    assert.deepStrictEqual(
      namesOf(
        [
          { language: "fr", text: "Lait" },
          { language: "en", text: "Milk" },
          { language: "fr", text: "Lait" },
          { language: "fr", text: "Lait entier" }
        ],
        "und"
      ),
      { names: { en: ["Milk"], fr: ["Lait", "Lait entier"] }, mainLanguage: "fr" }
    ))

  it("the script corrects a language that cannot be", () => {
    const languageOf = (text: string, language: string) => namesOf([{ language, text }], "und")?.mainLanguage
    assert.strictEqual(languageOf("Молоко", "en"), "ru")
    assert.strictEqual(languageOf("حليب", "fr"), "ar")
    assert.strictEqual(languageOf("Мляко", "bg"), "bg")
    assert.strictEqual(languageOf("شیر", "fa"), "fa")
    assert.strictEqual(languageOf("Coca-Cola Кола", "en"), "en")
  })

  it("no name is none", () => assert.isNull(namesOf([{ language: "en", text: " - " }], "und")))
})

describe("SeenCodes", () => {
  it("knows every code again, whatever its zeros, and no other", () => {
    const seen = new SeenCodes()
    for (let code = 0; code < 20_000; code++) assert.isTrue(seen.add(String(4_600_000_000_000 + code * 7)))
    for (let code = 0; code < 20_000; code++) assert.isFalse(seen.add(`000${4_600_000_000_000 + code * 7}`))
    assert.isTrue(seen.add("0"))
    assert.isTrue(seen.add("123456789012345678901234"))
    assert.isFalse(seen.add("00123456789012345678901234"))
    assert.isTrue(seen.add("123456789012345678901235"))
  })

  it("knows none any more when it has forgotten them", () => {
    const seen = new SeenCodes()
    const codes = [...Array.from({ length: 20_000 }, (_, code) => String(code)), "123456789012345678901234"]
    for (const code of codes) seen.add(code)
    seen.forget()
    for (const code of codes) assert.isFalse(seen.has(code))
    for (const code of codes) assert.isTrue(seen.add(code))
  })
})
