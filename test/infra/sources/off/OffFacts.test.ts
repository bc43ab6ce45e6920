import { assert, describe, it } from "@effect/vitest"
import { offOutcome } from "../../../../infra/sources/off/OffFacts.ts"

const factsOf = (record: Readonly<Record<string, unknown>>) => {
  const outcome = offOutcome({ code: "1", product_name: "Food", ...record }, true)
  return outcome._tag === "Accepted" ? outcome.facts : assert.fail(outcome.reason)
}

describe("offOutcome", () => {
  it("values per serving do not count, not even when they are the only ones", () => {
    const nutriments = {
      proteins: 3,
      proteins_serving: 3,
      fat_value: 4,
      "energy-kcal_serving": 90,
      fat_prepared_100g: 1
    }
    const { nutrition } = factsOf({ nutrition_data_per: "serving", nutriments })
    assert.deepStrictEqual(new Set(Object.values(nutrition)), new Set([null]))
  })

  it("numbers as text are numbers, grams of sodium become mg, energy_100g is kJ", () => {
    const nutriments = {
      energy_100g: "1046",
      proteins_100g: "10",
      fat_100g: "10",
      carbohydrates_100g: 30,
      sodium_100g: "0.5"
    }
    assert.deepStrictEqual(factsOf({ nutriments }).nutrition, {
      calories: 250,
      proteins: 10,
      fats: 10,
      carbs: 30,
      fiber: null,
      sugar: null,
      sodium: 500
    })
  })

  it("energy_100g does not count beside stated kcal, from which it was computed", () => {
    const nutriments = { "energy-kcal_100g": 300, energy_100g: 300 }
    assert.deepStrictEqual([factsOf({ nutriments }).nutrition.calories, factsOf({ nutriments }).quality], [300, []])
  })

  it("alcohol is % by volume: 40 % are 31.6 g, which carry the energy of vodka", () => {
    const nutriments = {
      "energy-kcal_100g": 231,
      proteins_100g: 0,
      fat_100g: 0,
      carbohydrates_100g: 0.1,
      alcohol_100g: 40
    }
    assert.strictEqual(factsOf({ nutriments }).nutrition.calories, 231)
    const { alcohol_100g: _, ...unknown } = nutriments
    assert.isNull(factsOf({ nutriments: unknown }).nutrition.calories)
    assert.strictEqual(factsOf({ nutriments: unknown, categories_tags: ["en:beers"] }).nutrition.calories, 231)
  })

  it("the nutrition of schema 1003 is read when it is per 100 g or 100 ml as sold", () => {
    const of = (per: string, preparation = "as_sold") => {
      const nutrients = { "energy-kcal": { value: 42, unit: "kcal" } }
      const facts = factsOf({ nutriments: {}, nutrition: { aggregated_set: { per, preparation, nutrients } } })
      return [facts.nutrition.calories, facts.basis]
    }
    assert.deepStrictEqual(of("100ml"), [42, "100ml"])
    assert.deepStrictEqual(of("100g"), [42, "100g"])
    assert.deepStrictEqual(of("serving"), [null, "100g"])
    assert.deepStrictEqual(of("100g", "prepared"), [null, "100g"])
  })

  it("volumes make the basis 100 ml, masses 100 g", () => {
    for (const quantity of ["1 l", "500ml", "33 cl", "1,5 L", "12 fl oz", "1 л", "0.5 литра", "2 لتر", "1 litre"]) {
      assert.strictEqual(factsOf({ quantity }).basis, "100ml", quantity)
    }
    for (const quantity of ["500 g", "1 kg", "1 lb", "450 г", "2 pieces", "", "10 lemons", "16 oz", "50 g (45 ml)"]) {
      assert.strictEqual(factsOf({ quantity }).basis, "100g", quantity)
    }
    assert.strictEqual(factsOf({ serving_size: "1 Tbsp (15 ml)" }).basis, "100ml")
    assert.strictEqual(factsOf({ quantity: "1 l", product_quantity_unit: "g" }).basis, "100g")
    assert.strictEqual(factsOf({ nutrition_data_per: "100ml" }).basis, "100ml")
  })

  it("the picture of a dump follows from code, language and revision", () => {
    const urlOf = (fields: object) => factsOf({ code: "3017620422003", lang: "fr", ...fields }).imageUrl
    const base = "https://images.openfoodfacts.org/images/products/301/762/042/2003"
    assert.strictEqual(
      urlOf({ images: { front_en: { rev: "7" }, front_fr: { rev: 4 } } }),
      `${base}/front_fr.4.400.jpg`
    )
    assert.strictEqual(
      urlOf({ images: { nutrition_fr: { rev: "7" }, front_de: { rev: "9" } } }),
      `${base}/front_de.9.400.jpg`
    )
    assert.strictEqual(urlOf({ images: { selected: { front: { fr: { rev: "2" } } } } }), `${base}/front_fr.2.400.jpg`)
    for (const images of [{ front_fr: { rev: "../1" } }, { "front_../x": { rev: "1" } }, [], null]) {
      assert.isNull(urlOf({ images }))
    }
  })

  it("only a safe address of a picture that exists is passed on", () => {
    assert.isNull(factsOf({ image_url: "http://example.org/a.jpg" }).imageUrl)
    assert.isNull(factsOf({ image_url: "javascript:alert(1)" }).imageUrl)
    assert.isNull(factsOf({ image_url: `https://example.org/${"a".repeat(500)}` }).imageUrl)
    assert.isNull(
      factsOf({ image_url: "https://images.openfoodfacts.org/images/products/invalid/front_en.9.400.jpg" }).imageUrl
    )
  })

  it("names come by language, product names before generic names", () => {
    const { mainLanguage, names } = factsOf({
      lang: "ru",
      product_name: "Простоквашино",
      product_name_ru: "Простоквашино",
      product_name_en: "Prostokvashino",
      product_name_ar: "",
      product_name_xx: "Milk 2,5%",
      product_name_fr_imported: "Lait",
      generic_name_ru: "Молоко питьевое",
      generic_name_en: "Drinking milk"
    })
    assert.deepStrictEqual(
      [mainLanguage, names],
      [
        "ru",
        {
          en: ["Prostokvashino", "Drinking milk"],
          ru: ["Простоквашино", "Молоко питьевое"],
          und: ["Milk 2,5%"]
        }
      ]
    )
  })

  it("without a stated language the picture tells it, else a country with one, else nothing", () => {
    const image_url = "https://images.openfoodfacts.org/images/products/1/front_it.3.400.jpg"
    assert.strictEqual(factsOf({ image_url, countries_tags: "en:france" }).mainLanguage, "it")
    assert.strictEqual(factsOf({ countries_tags: "en:france" }).mainLanguage, "fr")
    assert.strictEqual(factsOf({ countries_tags: "en:france,en:spain" }).mainLanguage, "und")
    assert.strictEqual(factsOf({ countries_tags: "en:belgium" }).mainLanguage, "und")
    assert.strictEqual(factsOf({ product_name_de: "Food" }).mainLanguage, "de")
  })

  it("categories are labels of tags and of the product's own language; the group is the best label of its kind", () => {
    const tags = ["en:plant-based-foods", "en:fruit-juices", "fr:jus-maison"]
    const facts = factsOf({ categories_tags: tags, categories: "Fruit juices, Соки, null", pnns_groups_2: "unknown" })
    assert.deepStrictEqual(facts.categories, ["Plant based foods", "Fruit juices", "Jus maison", "Соки"])
    assert.strictEqual(facts.foodGroup, "Fruit juices")
    assert.strictEqual(factsOf({ categories_tags: tags, pnns_groups_2: "Fruit nectars" }).foodGroup, "Fruit nectars")
    assert.isNull(factsOf({ categories: "null" }).foodGroup)
  })

  it("scans are a whole number, 0 when they are none", () => {
    for (const [scans, popularity] of [
      [206, 206],
      ["15", 15],
      ["", 0],
      [-1, 0],
      [1.5, 0],
      ["x", 0],
      [null, 0]
    ] as const) {
      assert.strictEqual(factsOf({ unique_scans_n: scans }).popularity, popularity)
    }
  })
})
