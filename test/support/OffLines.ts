/** One line of an Open Food Facts dump: a complete product, whose name and protein a test may choose. */
export const offLine = (code: number, name = `Test biscuit ${code}`, proteins = 6): string =>
  JSON.stringify({
    code: String(code),
    lang: "en",
    product_name: name,
    product_name_en: name,
    brands: "Proving Ground",
    categories: "Biscuits",
    countries_tags: ["en:france"],
    nutriments: {
      "energy-kcal_100g": 4 * proteins + 4 * 60 + 9 * 10,
      proteins_100g: proteins,
      fat_100g: 10,
      carbohydrates_100g: 60,
      sugars_100g: 20
    }
  })

/** A dump of `count` products with codes from 4000000000001 on. */
export const offDump = (count: number): string =>
  Array.from({ length: count }, (_, i) => `${offLine(4_000_000_000_001 + i)}\n`).join("")
