import { assert, describe, it } from "@effect/vitest"
import { everydayOrder, plainDescription, sameFoodNames } from "../../data/FnddsNames.ts"
import { isFoodCode, readHouseholdNames } from "../../data/HouseholdNames.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { openFdcSource } from "../../infra/sources/fdc/FdcSource.ts"
import { lines } from "./BundledFiles.ts"

const path = (name: string): string => new URL(`../../data/${name}`, import.meta.url).pathname

const productsOf = async (name: string): Promise<ReadonlyMap<string, ProductFacts>> => {
  const products = new Map<string, ProductFacts>()
  for await (const rows of (await openFdcSource(path(name))).rows)
    for (const { outcome } of rows) if (outcome._tag === "Accepted") products.set(outcome.facts.id, outcome.facts)
  return products
}

const survey = await productsOf("fndds.jsonl.gz")
const records = await productsOf("usda.zip")
const household = readHouseholdNames(lines("household-names.tsv").join("\n"))
const english = (id: string): ReadonlyArray<string> => (survey.get(id) ?? records.get(id))?.names["en"] ?? []

describe("fndds.jsonl.gz", () => {
  it("has ids of 8 digits, which no number of FoodData Central has", () => {
    assert.deepStrictEqual([...survey.keys()].filter((id) => !/^usda_[1-9]\d{7}$/.test(id)), [])
    assert.deepStrictEqual([...records.keys()].filter((id) => !/^usda_[1-9]\d{5,6}$/.test(id)), [])
  })

  it("calls foods as a household does: not inverted, and without what was not specified", () => {
    assert.strictEqual(english("usda_92410310")[0], "Cola")
    assert.deepStrictEqual(english("usda_53206000"), ["Chocolate chip cookie", "Cookie, chocolate chip"])
    const unspecified = [...survey.values()].flatMap(({ names }) => names["en"] ?? []).filter((name) => /\bN(?:FS|S)\b/.test(name))
    assert.deepStrictEqual(unspecified, [])
  })

  it("says how often each food was reported, and what is eaten of it at once", () => {
    assert.strictEqual(survey.get("usda_71401030")?.popularity, 4_617)
    assert.deepStrictEqual([...survey.values()].filter(({ serving }) => serving === null).map(({ id }) => id), [])
  })

  it("has no two foods of one first name", () => {
    const names = [...survey.keys()].map((id) => english(id)[0]?.toLowerCase() ?? "")
    assert.deepStrictEqual(names.filter((name, i) => names.indexOf(name) !== i), [])
  })
})

describe("household-names.tsv", () => {
  it("names records of the bundled files, each found by all of its names", () => {
    const unnamed = [...household].filter(([id, { ar, en, ru }]) => {
      const names = (survey.get(`usda_${id}`) ?? records.get(`usda_${id}`))?.names
      const has = (language: string, expected: ReadonlyArray<string>): boolean =>
        expected.every((name) => names?.[language]?.includes(name) === true)
      return !has("en", en) || !has("ru", ru) || !has("ar", ar)
    })
    assert.deepStrictEqual(unnamed, [])
    assert.isAtLeast(household.size, 800)
    assert.isAtLeast([...household.keys()].filter((id) => isFoodCode(id)).length, 100)
  })

  it.each([
    ["12345\tmilk\t\t", "not: id, en, ru, ar"],
    ["171265\t\t\t", "no English name"],
    ["171265\tmilk\tmilk\t", '"milk" is no name in ru'],
    ["171265\tmilk\t\t\n171265\tmilk\t\t", "171265 stands twice"]
  ])("refuses %j", (text, problem) => {
    assert.throws(() => readHouseholdNames(text), problem)
  })
})

describe("names of the survey", () => {
  it.each([
    ["Milk, NFS", "Milk"],
    ["Chicken, NS as to part and cooking method, NS as to skin eaten", "Chicken"],
    ["Broccoli, NS as to form, cooked", "Broccoli, cooked"],
    ["Cream, NS as to light, heavy, or half and half", "Cream"]
  ])("%s is %s", (description, name) => {
    assert.strictEqual(plainDescription(description), name)
  })

  it.each([
    ["Cheese, Cheddar", ["Cheddar cheese"]],
    ["Bread, white, toasted", ["White bread, toasted"]],
    ["Fish, salmon, baked or broiled", ["Salmon, baked or broiled"]],
    ["Banana, raw", []],
    ["Pork, ham hocks", []]
  ])("%s in everyday order", (name, expected) => {
    assert.deepStrictEqual(everydayOrder(name), expected)
  })

  it("of the same food are kept, of others and of qualities are not", () => {
    assert.deepStrictEqual(sameFoodNames("Tea, hot, herbal", ["herbal tea, NFS", "unsweetened", "rooibos tea", "hot herbal tea"]), [])
    assert.deepStrictEqual(sameFoodNames("Orange chicken", ["Lemon chicken", "lemon chicken"]), [])
    assert.deepStrictEqual(sameFoodNames("Rice, fried, meatless", ["vegetable fried rice", "light"]), ["Vegetable fried rice"])
  })
})
