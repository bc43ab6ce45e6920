import { assert, describe, it } from "@effect/vitest"
import { fields } from "../../../domain/search/SearchableProduct.ts"
import { isCodeTerm, isWordTerm } from "../../../domain/language/Terms.ts"
import { documentVersion, toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { facts, unknown } from "../../support/Facts.ts"

const searchable = (overrides: Parameters<typeof facts>[0]) => toDocument(facts(overrides), 1).searchable

const wordsByField = (overrides: Parameters<typeof facts>[0]) => {
  const { terms } = searchable(overrides)
  return fields.map((field) => terms[field].filter((term) => isWordTerm(term) || isCodeTerm(term)).join(" "))
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
  it("every word is kept once, in its best field", () => {
    assert.deepStrictEqual(wordsByField(rich), [
      "",
      "молоко milk lait",
      "",
      "сгущенное sweetened sucre",
      "с сахаром 8.5% condensed sweet",
      "happy",
      "@4600699501066",
      "sweets dairies"
    ])
  })

  it("names of all languages can be matched exactly", () => {
    assert.deepStrictEqual(searchable({ names: { en: ["Milk", "Whole Milk"], ar: ["حَليب"] } }).exactNames, [
      "milk",
      "whole milk",
      "حليب"
    ])
  })

  it("a word is found as written, by its stem, a food by its concept in the language of the name and in those without a name", () => {
    const { terms } = searchable({ names: { en: ["Tomatoes, raw"], ru: ["Помидоры"] } })
    assert.deepStrictEqual(terms.subject, [
      "tomatoes",
      "tomato=",
      "~tomato.en",
      "~tomato#ar",
      "помидоры",
      "помидор=",
      "~tomato.ru"
    ])
  })

  it("the size of the package can be asked for", () =>
    assert.include(searchable({ quantity: "330 ml" }).terms.name, "330ml"))

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
    const { exactNames, terms } = searchable({ names: { en: ["!!!"] } })
    assert.deepStrictEqual([exactNames, terms.head, terms.name], [[], [], []])
  })

  it("is what read models of this version hold", () => {
    assert.deepStrictEqual(
      {
        version: documentVersion.replace(/knowledge [0-9a-f]{12}/, "knowledge …"),
        exactNames: searchable(rich).exactNames,
        staticRank: searchable(rich).staticRank
      },
      {
        version: "languages en,ru,ar, tokenizer 3, knowledge …, ranking 6, barcodes 1",
        exactNames: ["сгущенное молоко с сахаром 8.5%", "sweetened milk", "condensed milk sweet", "lait sucre"],
        staticRank: 8782487
      },
      "documents changed: give rankingVersion (domain/search/Ranking.ts) a new value, then bring this up to date"
    )
    const numbers = [
      { id: "c_a" },
      { id: "p_1", nutrition: unknown },
      { id: "off_1", modifiedOn: "2024-03-09" },
      { id: "usda_7654321", modifiedOn: "2022-11-14", nutrition: { ...unknown, sodium: 1 } }
    ].map((overrides) => toDocument(facts(overrides), 1).barcodePrecedence)
    assert.deepStrictEqual(
      numbers,
      [830_835_653_607_424, 311_563_370_102_784, 251_000_036_261_888, 146_091_172_744_113],
      "the order of a barcode changed: give barcodePrecedenceVersion a new value, then bring this up to date"
    )
  })
})
