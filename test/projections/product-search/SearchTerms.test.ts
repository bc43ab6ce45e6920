import { assert, describe, it } from "@effect/vitest"
import { type Field, fields } from "../../../domain/search/SearchableProduct.ts"
import { brandTerm } from "../../../domain/language/Terms.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { facts } from "../../support/Facts.ts"
import { idsInOrder, type Overrides, type WithId } from "../../support/SearchOrder.ts"

const termsOf = (overrides: Overrides) => toDocument(facts(overrides), 1).searchable.terms

/** The fields that a term of the product stands in. */
const fieldsOf = (term: string, overrides: Overrides): ReadonlyArray<Field> =>
  fields.filter((field) => termsOf(overrides)[field].includes(term))

describe("the terms of a brand", () => {
  it("stand in the brand, wherever else its words stand", () => {
    const product: Overrides = {
      names: { en: ["Nutella", "Nutella & Go"] },
      brands: "Nutella",
      categories: ["Nutella"]
    }
    assert.deepStrictEqual(fieldsOf(brandTerm("nutella"), product), ["brand"])
    assert.deepStrictEqual(fieldsOf("nutella", product), ["subject"])
    const unnamed: Overrides = { names: { en: ["Chocolate spread"] }, brands: "Nutella" }
    assert.deepStrictEqual(fieldsOf(brandTerm("nutella"), unnamed), ["brand"])
    assert.deepStrictEqual(fieldsOf("nutella", unnamed), ["brand"])
  })

  it("are of every word of every brand", () => {
    const { brand } = termsOf({ names: { en: ["Milk"] }, brands: "Happy Cow, Домик" })
    assert.includeMembers([...brand], ["+happy", "+cow", "+домик"])
  })

  it("are of no word of a name or a category", () => {
    const product: Overrides = { names: { en: ["Nutella"] }, categories: ["Spreads"] }
    assert.deepStrictEqual(
      fields.flatMap((field) => termsOf(product)[field]).filter((term) => term.startsWith("+")),
      []
    )
  })
})

describe("the terms of what a name says is absent", () => {
  const absent = (name: string, more: Overrides = {}) =>
    termsOf({ names: { en: [name] }, ...more }).name.filter((term) => term.startsWith("-"))

  it.each([
    ["Coffee without sugar", ["-~sugar"]],
    ["Unsweetened tea", ["-~sugar"]],
    ["Gluten-free bread without milk and eggs", ["-~gluten", "-~milk", "-~egg"]],
    ["Сок без добавления сахара", ["-~sugar"]],
    ["خبز خالي من الجلوتين", ["-~gluten"]],
    ["Soup without xyzzies", ["-xyzzi="]],
    ["Coffee with sugar", []]
  ])("stand in the name: %s", (name, expected) => assert.deepStrictEqual(absent(name), expected))

  it("are of names alone, in whatever language", () => {
    assert.deepStrictEqual(absent("Coffee", { names: { en: ["Coffee"], ru: ["Кофе без сахара"] } }), ["-~sugar"])
    assert.deepStrictEqual(absent("Coffee", { brands: "Sugar free", categories: ["Sugar free"] }), [])
  })
})

describe("the terms of another name than the main one of a language", () => {
  const egg: Overrides = { names: { en: ["Egg", "Chicken egg"] } }
  const korma: Overrides = { names: { en: ["Korma", "Chicken korma", "Chicken, stewed"] } }

  it("are those of a food as well where the name says nothing else", () => {
    const product: Overrides = { names: { en: ["Aubergine", "Eggplant"] } }
    assert.deepStrictEqual(fieldsOf("eggplant", product), ["subject"])
  })

  it("are weaker: of its head like those of a dish, of what stands beside it like a mere mention", () => {
    assert.deepStrictEqual(fieldsOf("egg", egg), ["subject"])
    assert.deepStrictEqual(fieldsOf("chicken", egg), ["name"])
    assert.deepStrictEqual(fieldsOf("stew", { names: { en: ["Goulash", "Hungarian paprika stew with beef"] } }), [
      "dish"
    ])
    assert.deepStrictEqual(fieldsOf("chicken", { names: { en: ["Chicken egg"] } }), ["phrase"])
  })

  it("are as good as others where the name is the first of its language", () => {
    assert.deepStrictEqual(fieldsOf("цыпленок", { names: { en: ["Egg"], ru: ["Цыплёнок тушёный"] } }), ["subject"])
    assert.deepStrictEqual(fieldsOf("korma", korma), ["subject"])
  })

  it("are found behind products that are called so in the first place", () => {
    const alias: WithId = { id: "off_1", names: { en: ["Goulash", "Paprika stew with beef"] }, generic: true }
    const main: WithId = {
      id: "off_2",
      names: { en: ["Stew with vegetables"] },
      nutrition: { ...facts().nutrition, carbs: null }
    }
    assert.deepStrictEqual(idsInOrder({ text: "stew" }, [alias, main]), ["off_2", "off_1"])
    const chicken: WithId = { id: "off_4", names: { en: ["Chicken drumstick"] } }
    assert.deepStrictEqual(idsInOrder({ text: "chicken" }, [{ id: "off_3", ...egg }, chicken]), ["off_4", "off_3"])
  })
})

describe("the terms of a record that is known to be a dish", () => {
  const group = "Poultry mixed dishes"
  const named = (name: string, foodGroup: string | null): Overrides => ({ names: { en: [name] }, foodGroup })

  it("are those of a dish at its head, whatever its name says", () => {
    assert.deepStrictEqual(fieldsOf("chicken", named("Farmhouse chicken", group)), ["dish"])
    assert.deepStrictEqual(fieldsOf("chicken", named("Farmhouse chicken", "Chicken, whole pieces")), ["head"])
    assert.deepStrictEqual(fieldsOf("chicken", named("Farmhouse chicken", null)), ["head"])
    // its own name says no more of chicken than that it is in it
    assert.deepStrictEqual(fieldsOf("chicken", named("Butter chicken", null)), ["phrase"])
  })

  it("are its own where it is asked for by its whole name", () => {
    assert.deepStrictEqual(fieldsOf("~butter-chicken.en", named("Butter chicken", group)), ["subject"])
    assert.deepStrictEqual(fieldsOf("paella", named("Paella", group)), ["subject"])
  })

  it("are found behind those of the plain food, however good the record is", () => {
    const dish: WithId = { id: "off_1", ...named("Chicken tikka chicken", group), generic: true, popularity: 900 }
    const plain: WithId = {
      id: "off_2",
      ...named("Chicken, cooked in water, skin eaten", null),
      nutrition: { ...facts().nutrition, carbs: null }
    }
    assert.deepStrictEqual(idsInOrder({ text: "chicken" }, [dish, plain]), ["off_2", "off_1"])
  })

  it("rank as composed", () => {
    const rank = (foodGroup: string | null) =>
      toDocument(facts({ ...named("Chicken", foodGroup), id: "usda_1" }), 1).searchable.staticRank
    assert.isBelow(rank(group), rank(null))
    assert.strictEqual(rank("Chicken, whole pieces"), rank(null))
  })
})
