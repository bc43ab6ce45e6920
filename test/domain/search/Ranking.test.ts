import { assert, describe, it } from "@effect/vitest"
import { compareIds } from "../../../domain/search/Ranking.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { facts } from "../../support/Facts.ts"
import { idsInOrder, type Overrides, type Query, type WithId } from "../../support/SearchOrder.ts"

/** Everything of the first product that counts less is worse than in the second. */
const better: ReadonlyArray<readonly [rule: string, query: Query, first: WithId, second: WithId]> = [
  [
    "curated before exact",
    { text: "milk" },
    { id: "c_a", names: { en: ["Milk, chocolate"] }, nutrition: { ...facts().nutrition, calories: null } },
    { id: "off_1", names: { en: ["Milk"] }, generic: true }
  ],
  [
    "a food before a curated product that merely mentions it",
    { text: "milk" },
    { id: "off_1", names: { en: ["Milk, sour"] }, brands: "B" },
    { id: "c_a", names: { en: ["Chocolate with milk"] } }
  ],
  [
    "a food before a curated product of another food that is also called by it",
    { text: "chicken" },
    { id: "off_1", names: { en: ["Chicken, roasting"] }, brands: "B" },
    { id: "c_a", names: { en: ["Egg", "Chicken egg"] } }
  ],
  [
    "a curated part of a food before others of the food",
    { text: "chicken" },
    { id: "c_a", names: { en: ["Chicken thigh"] } },
    { id: "off_1", names: { en: ["Chicken, roasting"] }, generic: true }
  ],
  [
    "exact, in any language, before complete nutrition",
    { text: "Молоко", language: "en" },
    { id: "off_2", names: { en: ["Zzz"], ru: ["МОЛОКО!"] }, nutrition: { ...facts().nutrition, fats: null } },
    { id: "off_1", names: { en: ["Milk"], ru: ["Молоко цельное"] }, generic: true }
  ],
  [
    "complete nutrition before the form of a word",
    { text: "tomatoes" },
    { id: "off_2", names: { en: ["Soup of one tomato"] } },
    { id: "off_1", names: { en: ["Soup of tomatoes"] }, nutrition: { ...facts().nutrition, carbs: null } }
  ],
  [
    "whole words before complete nutrition",
    { text: "chick" },
    { id: "off_2", names: { en: ["Little chick"] }, nutrition: { ...facts().nutrition, carbs: null } },
    { id: "off_1", names: { en: ["Chickpeas"] }, generic: true }
  ],
  [
    "what the name is about, inflected, before what it mentions, as written",
    { text: "tomatoes" },
    { id: "off_2", names: { en: ["Tomato, ripe"] }, brands: "B" },
    { id: "off_1", names: { en: ["Soup with tomatoes"] }, generic: true }
  ],
  [
    "as written before inflected",
    { text: "tomatoes" },
    { id: "off_2", names: { en: ["Soup with tomatoes"] }, brands: "B" },
    { id: "off_1", names: { en: ["Soup with tomato"] }, generic: true }
  ],
  [
    "inflected before a synonym",
    { text: "картошка" },
    { id: "off_2", names: { ru: ["Суп с картошкой"] }, mainLanguage: "ru", brands: "B" },
    { id: "off_1", names: { ru: ["Суп с картофелем"] }, mainLanguage: "ru", generic: true }
  ],
  [
    "the food alone before the food with something",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, from very happy cows, of the evening"] }, brands: "B" },
    { id: "off_1", names: { en: ["Coconut milk"] }, generic: true }
  ],
  [
    "words of one phrase before words that are strewn",
    { text: "dark stout" },
    { id: "off_2", names: { en: ["Dark stout of the house"] }, brands: "B" },
    { id: "off_1", names: { en: ["Stout, very dark"] }, generic: true }
  ],
  [
    "one word that the name is about before none",
    { text: "ketchup heinz" },
    { id: "off_2", names: { en: ["Ketchup with basil"] }, brands: "Heinz" },
    { id: "off_1", names: { en: ["Sauce with ketchup of Heinz"] }, generic: true }
  ],
  [
    "inflected before the beginning of a longer word",
    { text: "zests" },
    { id: "off_2", names: { en: ["Zest"] }, brands: "B" },
    { id: "off_1", names: { en: ["Zestsia"] }, generic: true }
  ],
  [
    "what begins like the word before what merely mentions it",
    { text: "zests" },
    { id: "off_1", names: { en: ["Zestsia"] }, brands: "B" },
    { id: "off_2", names: { en: ["Soup with zest"] }, generic: true }
  ],
  [
    "the worst word decides",
    { text: "fresh tomatoes" },
    { id: "off_2", names: { en: ["Soup with fresh tomatoes"] } },
    { id: "off_1", names: { en: ["Soup with fresh tomato"] }, generic: true }
  ],
  [
    "what the name is about before what it mentions",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, whole, long, very"] } },
    { id: "off_1", names: { en: ["Milk chocolate"] }, generic: true }
  ],
  [
    "name before brand",
    { text: "milka" },
    { id: "off_2", names: { en: ["Milka chocolate bar with nuts"] } },
    { id: "off_1", names: { en: ["Chocolate"] }, brands: "Milka" }
  ],
  [
    "brand before category",
    { text: "dairy" },
    { id: "off_2", names: { en: ["Butter with salt"] }, brands: "Dairy" },
    { id: "off_1", names: { en: ["Butter"] }, categories: ["Dairy"], generic: true }
  ],
  [
    "a name in the asked language before plainness",
    { text: "cola", language: "ar" },
    { id: "off_2", names: { en: ["Cola light, sweet"], ar: ["كولا"] }, brands: "B" },
    { id: "off_1", names: { en: ["Cola zero"] }, generic: true }
  ],
  [
    "generic before unbranded",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, whole, of cows, long name"] }, generic: true },
    { id: "off_1", names: { en: ["Milk, raw"] } }
  ],
  [
    "unbranded before branded",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, dried"] } },
    { id: "off_1", names: { en: ["Milk, raw"] }, brands: "B" }
  ],
  [
    "raw before processed",
    { text: "apples" },
    { id: "off_2", names: { en: ["Apples, raw, without skin, any size"] } },
    { id: "off_1", names: { en: ["Apples, dried"] } }
  ],
  [
    "short before long",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, cow"] } },
    { id: "off_1", names: { en: ["Milk, cow, evening"] }, popularity: 1000 }
  ],
  [
    "popular before unknown",
    { text: "milk" },
    { id: "off_2", names: { en: ["Milk, cow"] }, popularity: 100 },
    { id: "off_1", names: { en: ["Milk, cow"] } }
  ]
]

describe("order", () => {
  for (const [rule, query, first, second] of better) {
    it(rule, () => {
      assert.deepStrictEqual(idsInOrder(query, [second, first]), [first.id, second.id])
    })
  }

  it("equals go by id", () => {
    const equals = ["off_30", "off_2", "off_111"].map((id) => ({ id }))
    const ranks = equals.map(({ id }) => toDocument(facts({ id }), 1).searchable.staticRank >> 10)
    assert.strictEqual(new Set(ranks).size, 1)
    const once = idsInOrder({ text: "milk" }, equals)
    assert.deepStrictEqual(idsInOrder({ text: "milk" }, equals.toReversed()), once)
    assert.strictEqual(compareIds(facts({ id: "off_10" }).id, facts({ id: "off_9" }).id), -1)
  })
})

describe("filters", () => {
  const inRegions = (regions: NonNullable<Overrides["regions"]>) => ({ regions })
  it("a region lets its products and global ones pass", () => {
    const products = [
      { id: "off_1", ...inRegions(["us"]) },
      { id: "off_2", ...inRegions(["eu", "us"]) },
      { id: "off_3", ...inRegions(["gcc"]) },
      { id: "off_4", ...inRegions(["global"]) }
    ]
    const found = (region: SearchQuery["region"]) => idsInOrder({ text: "milk", region }, products).toSorted()
    assert.deepStrictEqual(found("us"), ["off_1", "off_2", "off_4"])
    assert.deepStrictEqual(found("russia"), ["off_4"])
    assert.deepStrictEqual(found("global"), ["off_4"])
    assert.deepStrictEqual(found(null), ["off_1", "off_2", "off_3", "off_4"])
  })

  it("a source lets only its records pass", () => {
    const products = ["c_milk", "off_1", "usda_1", "p_1"].map((id) => ({ id }))
    assert.deepStrictEqual(idsInOrder({ text: "milk", source: "curated" }, products), ["c_milk"])
    assert.deepStrictEqual(idsInOrder({ text: "milk", source: "off" }, products), ["off_1"])
  })
})
