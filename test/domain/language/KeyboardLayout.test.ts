import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { retyped } from "../../../domain/language/KeyboardLayout.ts"

/** what was typed, and what was meant */
const mistakes: ReadonlyArray<readonly [typed: string, meant: string]> = [
  ["vjkjrj", "молоко"],
  ["[kt,", "хлеб"],
  ["ndjhju", "творог"],
  ["cvtnfyf", "сметана"],
  ["uhtxrf", "гречка"],
  [",fyfys", "бананы"],
  ["cjr z,kjxysq", "сок яблочный"],
  [";tkt", "желе"],
  ["'rkth", "эклер"],
  ["’rkth", "эклер"],
  ["`;brb", "ёжики"],
  ["Vjkjrj 3,2%", "Молоко 3,2%"],
  ["<FYFY", "БАНАН"],
  ["vjkjrj, cs", "молоко, сы"],
  ["ьшдл", "milk"],
  ["срууыу", "cheese"],
  ["ДФНЫ", "LAYS"],
  ["шсу скуфь", "ice cream"],
  ["pgdf", "حليب"],
  ["of.", "خبز"],
  ["H[hk", "أجان"],
  ["],hlh", "دواما"],
  ["]wi[", "دصهج"],
  ["لاقثشي", "bread"],
  ["ﻻقثشي", "bread"],
  ["لاعففثق", "butter"],
  ["لاشىشى", "banan"],
  ["رتنتقت", "молоко"],
  ["جنفو", "хлеб"],
  ["ьшдл ", "milk "]
]

describe("retyped", () => {
  for (const [typed, meant] of mistakes) {
    it(`${typed} → ${meant}`, () => assert.include(retyped(typed), meant))
  }

  it("likelier readings come first: punctuation keys as letters, لا as one key", () => {
    assert.deepStrictEqual(retyped("[kt,"), ["хлеб", "جنفو", "хле,", "جنف,"])
    assert.deepStrictEqual(retyped("لاف"), ["bt", "ие", "ght", "пре"])
  })

  it("a text of several alphabets or none was typed as meant", () => {
    for (const text of ["", "3,2% 500", "молоко milk", "حليب milk", "牛乳", "[;,./"]) {
      assert.deepStrictEqual(retyped(text), [], text)
    }
  })

  it.prop(
    "typing it again on the first layout gives the text back, letters of QWERTY and ЙЦУКЕН",
    [Schema.String.check(Schema.isPattern(/^([a-zA-Z ]{1,20}|[а-яА-Я ]{1,20})$/))],
    ([text]) => {
      for (const other of retyped(text)) {
        if (!/^[a-zа-яё ]+$/i.test(other)) continue
        assert.include(retyped(other), text)
      }
    }
  )

  it.prop(
    "an Arabic text is given back, but for which keys its لا was typed with",
    [Schema.String.check(Schema.isPattern(/^[ا-غف-ي ]{1,20}$/))],
    ([text]) => {
      for (const other of retyped(text)) {
        if (!/^[a-z ]+$/.test(other)) continue
        assert.include(retyped(other), text)
      }
    }
  )

  it.prop("any text gives at most four readings, none of them twice", [Schema.String], ([text]) => {
    const readings = retyped(text)
    assert.isAtMost(readings.length, 4)
    assert.strictEqual(new Set(readings).size, readings.length)
  })
})
