import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { textTokens } from "../../../../domain/language/quantities/TextToken.ts"

const shown = (text: string): string =>
  textTokens(text, 400)
    .map(({ kind, value, written }) => (kind === "word" ? written : `${kind}:${value === 0 ? written : value}`))
    .join(" ")

describe("the tokens of a text", () => {
  for (const [text, expected] of Object.entries({
    "150г": "number:150 г",
    г150: "г number:150",
    rice150g: "rice number:150 g",
    "b12 v8 x2": "b12 v8 x number:2",
    ال١٠٠: "number:100",
    و٣: "و number:3",
    "1,500 g": "number:1500 g",
    "1,500 kg": "number:1.5 kg",
    "1,500 г": "number:1.5 г",
    "1٬000": "number:1000",
    "1 000": "number:1000",
    ".4 oz": "number:0.4 oz",
    "1½": "number:1 number:0.5",
    "3/4 80/20": "number:0.75 ratio:80/20",
    "13:30 25:99": "clock:13:30 code:25:99",
    "03/11/2026 2026-11-03": "date:03/11/2026 date:2026-11-03",
    "5% ٪٢ 2,5 %": "percent:5 percent:2 percent:2.5",
    '5\'10" 12" pizza': "height:5'10\" number:12 inch pizza",
    '"rice 150" tea': "rice number:150 tea",
    "89161234567": "code:89161234567",
    "+1 555 123 4567": "code:+1 555 123 4567",
    "3 ст.л. мёда": "number:3 ст л меда",
    "w/ milk w/o sugar": "with milk without sugar",
    "16-ounce two-egg": "number:16 dash:- ounce two egg",
    "$5 5₽ 180°": "currency:$ number:5 number:5 currency:₽ number:180 degree:°",
    "१५० g": "number:150 g"
  })) {
    it(text, () => {
      assert.strictEqual(shown(text), expected)
    })
  }

  it.prop("hold all digits, each token at its place", { text: Schema.String }, ({ text }) => {
    const tokens = textTokens(text, 400)
    for (const { end, start } of tokens) assert.isBelow(start, end)
    for (const [i, { start }] of tokens.entries()) assert.isAtLeast(start, tokens[i - 1]?.end ?? 0)
    for (const { index } of text.matchAll(/\p{Nd}/gu))
      assert.isTrue(
        tokens.some(({ end, start }) => start <= index && index < end),
        text
      )
  })
})
