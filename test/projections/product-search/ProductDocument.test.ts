import { assert, describe, it } from "@effect/vitest"
import { places } from "../../../domain/search/SearchableProduct.ts"
import { documentVersion, toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { facts } from "../../support/Facts.ts"

const searchable = (overrides: Parameters<typeof facts>[0]) => toDocument(facts(overrides), 1).searchable

const wordsByPlace = (overrides: Parameters<typeof facts>[0]) => {
  const { words } = searchable(overrides)
  return places.map((place) => words[place].map((token) => token.written).join(" "))
}

const rich = {
  id: "off_4600699501066",
  names: {
    ru: ["Сгущённое молоко с сахаром 8,5%"],
    en: ["Sweetened milk", "Condensed milk, sweet"],
    fr: ["Lait sucré"]
  },
  mainLanguage: "ru",
  brands: "Happy Milk",
  categories: ["Dairies", "Milk, condensed"],
  foodGroup: "Sweets",
  barcode: "4600699501066"
} as const

describe("ProductDocument", () => {
  it("every word is kept once, in its best place", () => {
    assert.deepStrictEqual(wordsByPlace(rich), [
      "молоко milk lait",
      "сгущенное с сахаром 8.5% sweetened condensed sweet sucre",
      "happy",
      "sweets dairies",
      "@4600699501066"
    ])
  })

  it("names of all languages can be matched exactly, and say whether they hold more than what they are about", () => {
    assert.deepStrictEqual(searchable({ names: { en: ["Milk", "Whole Milk"], ar: ["حَليب"] } }).exactNames, [
      { text: "milk", place: "head" },
      { text: "whole milk", place: "name" },
      { text: "حليب", place: "head" }
    ])
  })

  it("a global product has the tags of every region, another one those of its own", () => {
    const regions = ["region_russia", "region_gcc", "region_us", "region_eu", "region_global"] as const
    assert.deepStrictEqual(searchable({ id: "usda_1", regions: ["global"] }).tags, [...regions, "lang_en"])
    assert.deepStrictEqual(searchable({ id: "off_1", regions: ["eu", "us"] }).tags, [
      "region_eu",
      "region_us",
      "source_off",
      "lang_en"
    ])
  })

  it("the source and the languages of the names are tags", () => {
    const { tags } = searchable({
      id: "c_milk",
      names: { en: ["Milk"], ru: ["Молоко"], fr: ["Lait"] },
      regions: ["us"]
    })
    assert.deepStrictEqual(tags, ["region_us", "source_curated", "lang_en", "lang_ru"])
  })

  it("names without any letter or digit are no names to search by", () => {
    const { exactNames, words } = searchable({ names: { en: ["!!!"] } })
    assert.deepStrictEqual([exactNames, words.head, words.name], [[], [], []])
  })

  it("is what read models of this version hold", () => {
    assert.deepStrictEqual(
      { version: documentVersion, exactNames: searchable(rich).exactNames, staticRank: searchable(rich).staticRank },
      {
        version: "analyzer 2, ranking 1",
        exactNames: [
          { text: "сгущенное молоко с сахаром 8.5%", place: "name" },
          { text: "sweetened milk", place: "name" },
          { text: "condensed milk sweet", place: "name" },
          { text: "lait sucre", place: "name" }
        ],
        staticRank: 8749719
      },
      "documents changed: give rankingVersion (domain/search/Ranking.ts) a new value, then bring this up to date"
    )
  })
})
