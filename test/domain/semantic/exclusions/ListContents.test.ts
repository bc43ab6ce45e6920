import { assert, describe, it } from "@effect/vitest"
import type { Composition } from "../../../../domain/product/Composition.ts"
import { exclusionsIn } from "../../../../domain/semantic/exclusions/ExclusionReader.ts"
import { listContentsOf } from "../../../../domain/semantic/exclusions/ListContents.ts"
import { freeFrom, passes } from "../../../../domain/semantic/exclusions/ProductContents.ts"
import { tokenize } from "../../../../domain/language/Tokenizer.ts"
import { facts } from "../../../support/Facts.ts"

const label = (text: string, language = "en") => listContentsOf({ language, text, form: "label", isWhole: true })

const stated = (name: string, composition: Partial<Composition>) =>
  freeFrom(
    facts({
      names: { en: [name] },
      composition: { contains: [], mayContain: [], freeOf: [], ingredients: null, ...composition }
    })
  )

const listing = (text: string, isWhole = true): Partial<Composition> => ({
  ingredients: { language: "en", text, form: "label", isWhole }
})

describe("A list of ingredients", () => {
  it.each([
    ["wheat flour (wheat flour, niacin), sugar, eggs", "en", ["gluten", "egg"]],
    ["мука пшеничная высшего сорта, сахар, яйца куриные, масло сливочное", "ru", ["gluten", "egg", "milk"]],
    ["WATER, SODIUM METABISULFITE", "en", ["sulphites"]],
    ["sugar, emulsifier (soya lecithin)", "en", ["soy"]],
    ["sugar, gelatin", "en", ["gelatine"]]
  ])("%s holds what it names", (text, language, ids) => {
    const { contains } = label(text, language)
    for (const id of ids) assert.isTrue(contains.has(id), id)
  })

  it("is free of the rest where every word is known, and of nothing where one is not", () => {
    const known = label("rice flour, sugar, salt, citric acid (E330), natural flavors")
    assert.isTrue(known.isUnderstood)
    for (const id of ["gluten", "egg", "milk"]) assert.strictEqual(known.free.has(id), id !== "gluten", id)
    assert.isTrue(label("rice flour, sugar, salt").free.has("gluten"))
    assert.strictEqual(label("rice flour, sugar, zorblax").free.size, 0)
    assert.strictEqual(label("farine de riz, sucre", "fr").free.size, 0)
  })

  it("what may be there as traces is not in it, and ends with the sentence", () => {
    const { contains, mayContain } = label("Oats, sugar. May contain traces of nuts and milk. Packed with peanuts.")
    assert.isTrue(mayContain.has("nuts") && mayContain.has("milk"))
    assert.isFalse(contains.has("nuts") || contains.has("milk"))
    assert.isTrue(contains.has("peanut"))
  })

  it("of records names the wider food first, which says nothing more", () => {
    const { free } = listContentsOf({
      language: "en",
      text: "Spices, pepper, black; Beverages, water, tap, drinking; Oil, canola; Onions, raw",
      form: "recipe",
      isWhole: true
    })
    for (const id of ["gluten", "milk", "mustard", "animal"]) assert.isTrue(free.has(id), id)
  })
})

describe("What a source states of a product", () => {
  it("goes before its name: what is declared, or may be there as traces, does not pass", () => {
    assert.isTrue(stated("Rice", {}).has("nuts"))
    assert.isFalse(stated("Rice", { contains: ["nuts"] }).has("nuts"))
    assert.isFalse(stated("Rice", { mayContain: ["nuts"] }).has("nuts"))
    assert.isFalse(stated("Rice", { contains: ["milk"] }).has("animal"))
  })

  it("traces are of allergens: they do not make it a food of animals", () =>
    assert.isTrue(stated("Vegan biscuits", { freeOf: ["animal"], mayContain: ["milk"] }).has("animal")))

  it("lets a dish of one maker pass by its whole list, and not by one that was cut off or has an unknown word", () => {
    const list = "rice flour, sugar, sunflower oil, salt"
    assert.isFalse(stated("Cookies", {}).has("egg"))
    assert.isTrue(stated("Cookies", listing(list)).has("egg"))
    assert.isFalse(stated("Cookies", listing(list, false)).has("egg"))
    assert.isFalse(stated("Cookies", listing(`${list}, zorblax`)).has("egg"))
    assert.isFalse(stated("Cookies with milk", listing(list)).has("milk"))
  })

  it("a claim is not believed against the ingredients, but milk without lactose is made of milk", () => {
    assert.isFalse(stated("Vegan spread", { freeOf: ["animal"], ...listing("soybeans, whey powder") }).has("animal"))
    const milk = stated("Lactose-free milk", { freeOf: ["lactose"], ...listing("milk, lactase enzyme") })
    assert.isTrue(milk.has("lactose"))
    assert.isFalse(milk.has("milk"))
    assert.isFalse(stated("Dairy-free shake", listing("water, whey powder")).has("lactose"))
  })

  it("a food that is listed is left out when it is ruled out, with its kinds", () => {
    const soup = facts({
      names: { en: ["Lentil soup"] },
      composition: {
        contains: [],
        mayContain: [],
        freeOf: [],
        ingredients: null,
        ...listing("lentils, water, leek")
      }
    })
    assert.isFalse(passes(exclusionsIn(tokenize("without leek")), soup))
    assert.isTrue(passes(exclusionsIn(tokenize("without mushrooms")), soup))
  })
})
