import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { normalize } from "../../../domain/language/Normalizer.ts"

const cases: ReadonlyArray<readonly [guarantee: string, text: string, expected: string]> = [
  ["case goes", "MILK Молоко", "milk молоко"],
  ["compatibility forms become plain ones", "ＭＩＬＫ ㎏ ﬁg", "milk kg fig"],
  [
    "Latin diacritics go, in either spelling",
    "Crème bru\u0302le\u0301e Łódź Straße œuf",
    "creme brulee lodz strasse oeuf"
  ],
  ["ё becomes е, й stays, in either spelling", "мёд ёж йогурт и\u0306огурт", "мед еж йогурт йогурт"],
  ["a stress mark on a Russian vowel goes", "я\u0301блоко", "яблоко"],
  ["Arabic vowel signs and tatweel go", "حَلِيبٌ حلـــيب", "حليب حليب"],
  [
    "Arabic letter variants are folded",
    "أرز إناء آيس ٱلبن حلوى تفاحة مؤونة مائي",
    "ارز اناء ايس البن حلوي تفاحه موونه مايي"
  ],
  ["Persian letters of the same look are folded", "کیک", "كيك"],
  ["Arabic ligatures come apart", "ﻻ ﷲ", "لا الله"],
  ["Arabic-Indic digits and signs become Western", "٣٫٥٪ ۱۲", "3.5% 12"],
  [
    "HTML entities are decoded, also escaped twice",
    "M&amp;M&#39;s &amp;quot;x&amp;quot; caf&eacute; &#x416;",
    `m&m's "x" cafe ж`
  ],
  ["control, invisible and direction characters go", "mi\u0000lk\u200b \u202ebu\u00adtter\ufeff", "milk butter"],
  ["white space becomes single blanks", "\t milk\u00a0 \n whole ", "milk whole"],
  ["vowel signs that a script needs stay", "हिन्दी ไทย 가나다 が", "हिन्दी ไทย 가나다 が"]
]

describe("normalize", () => {
  for (const [guarantee, text, expected] of cases) {
    it(guarantee, () => assert.strictEqual(normalize(text), expected))
  }

  /** An invisible character has no part in the normal form, but a text that holds one is read letter by letter. */
  const invisible = "\u200b"
  const letters = Array.from({ length: 0x700 }, (_, code) => String.fromCharCode(code))

  it("a letter is the same in a text of plain letters and in any other", () => {
    for (const letter of letters) assert.strictEqual(normalize(`a${letter}b`), normalize(`a${letter}b${invisible}`))
  })

  it.prop(
    "plain letters are the same together",
    [Schema.Array(Schema.Literals(Array.from(" 'az09&`ЁйшьَّةبىمЯ%")))],
    ([text]) => assert.strictEqual(normalize(text.join("")), normalize(text.join("") + invisible))
  )

  it.prop("is idempotent on any text without entities", [Schema.String], ([text]) => {
    const once = normalize(text.replaceAll("&", ""))
    assert.strictEqual(normalize(once), once)
  })

  it.prop("does not care whether letters come composed or decomposed", [Schema.String], ([text]) => {
    const wellFormed = text.toWellFormed()
    assert.strictEqual(normalize(wellFormed.normalize("NFD")), normalize(wellFormed.normalize("NFC")))
  })

  it("a lone surrogate is no letter and no error", () => {
    assert.strictEqual(normalize("\ud800milk\udfff").replaceAll("\ufffd", ""), "milk")
  })

  it("a hostile text is cut and its time bounded", () => {
    const hostile = `e${"\u0301".repeat(10_000)}${"\u202e&amp;".repeat(10_000)}`
    const started = performance.now()
    for (let i = 0; i < 20; i++) assert.strictEqual(normalize(hostile), "e")
    assert.isBelow(performance.now() - started, 1_000)
  })
})
