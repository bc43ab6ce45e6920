import { assert, describe, it } from "@effect/vitest"
import { preparationOf } from "../../../domain/language/Preparation.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const cases: ReadonlyArray<readonly [name: string, preparation: ReturnType<typeof preparationOf>]> = [
  ["Bananas, raw", "raw"],
  ["Apples, raw, with skin", "raw"],
  ["Milk, whole, 3.25% milkfat, with added vitamin D", "raw"],
  ["Milk, dry, whole, with added vitamin D", "processed"],
  ["Bananas, dehydrated, or banana powder", "processed"],
  ["Cheese, cheddar", "plain"],
  ["Beans with pork", "composed"],
  ["Огурцы свежие", "raw"],
  ["Рыба копчёная", "processed"],
  ["Каша с маслом", "composed"],
  ["Творог", "plain"],
  ["حليب طازج", "raw"],
  ["تمر مجفف", "processed"],
  ["أرز مع الخضار", "composed"],
  ["خبز", "plain"]
]

describe("what a name says was done to the food", () => {
  for (const [name, preparation] of cases) {
    it(`${name}: ${preparation}`, () => assert.strictEqual(preparationOf(tokenize(name)), preparation))
  }
})
