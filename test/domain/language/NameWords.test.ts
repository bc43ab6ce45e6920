import { assert, describe, it } from "@effect/vitest"
import { isProperty } from "../../../domain/language/FoodProperties.ts"
import { isCarrier, isGroup, isMadeDish, isPlainWord, isStuffed } from "../../../domain/language/NameRoles.ts"
import { isConnector, isMixing, isRussianAdjective, leavesSame } from "../../../domain/language/NameWords.ts"
import { isNonFood } from "../../../domain/language/NonFoodWords.ts"

import { type Token, tokenize } from "../../../domain/language/Tokenizer.ts"

const all = (text: string, holds: (token: Token) => boolean): ReadonlyArray<string> =>
  tokenize(text)
    .filter((token) => !holds(token))
    .map(({ written }) => written)

describe("the words of names", () => {
  it.each<[role: string, holds: (token: Token) => boolean, members: string, others: string]>([
    ["a connecting word", isConnector, "with без avec mit على بالحليب", "milk молоко حليب"],
    ["a group", isGroup, "fish рыбы سمك", "salmon лосось سلمون"],
    ["a dish", isMadeDish, "pizzas пицца بيتزا", "milk молоко حليب"],
    ["a plain word", isPlainWord, "fresh свежая طازج", "dry сухая مجفف"],
    ["a carrier", isCarrier, "شراب نكهة", "juice сок عصير"],
    ["a stuffed food", isStuffed, "stuffed фаршированные محشي", "fried жареные مقلي"],
    [
      "what leaves the food the same",
      leavesSame,
      "sliced ломтиками قطع frozen замороженная",
      "instant шоколадный بودرة"
    ]
  ])("know %s in all its forms", (_, holds, members, others) => {
    assert.deepStrictEqual(all(members, holds), [])
    assert.deepStrictEqual(
      all(others, (token) => !holds(token)),
      []
    )
  })

  it("mix foods, unless they are only packed", () => {
    const mixes = (text: string) => isMixing(tokenize(text), 1)
    assert.isTrue(mixes("carrots in sauce"))
    assert.isTrue(mixes("рыба с рисом"))
    assert.isFalse(mixes("tuna in oil"))
    assert.isFalse(mixes("тунец в масле"))
    assert.isFalse(mixes("вода для чая"))
  })

  it("tell nouns that look like adjectives from adjectives", () => {
    assert.isTrue(isRussianAdjective("сливочное"))
    assert.isFalse(isRussianAdjective("мороженое"))
  })
})

describe("what is no food", () => {
  it("is known in all its forms, unless it is a food as well", () => {
    assert.deepStrictEqual(all("jeans лампы сапогами صابون", isNonFood), [])
    assert.isFalse(tokenize("beans мёд паста خبز").some(isNonFood))
  })

  it("is a property, where the lexicon knows it", () => {
    assert.isTrue(isProperty("frozen"))
    assert.isFalse(isProperty("milk"))
    assert.isFalse(isProperty(""))
  })
})
