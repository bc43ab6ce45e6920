import { assert, describe, it } from "@effect/vitest"
import type { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { openOff, readOff } from "../../../../infra/sources/off/OffDump.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

type Fields = Readonly<Record<string, unknown>>

const compositionOf = async (fields: Fields): Promise<ProductFacts["composition"]> => {
  const line = JSON.stringify({ code: "1", product_name: "Biscuits", lang: "en", ...fields })
  return (await readAll(readOff(sourceOfText(`${line}\n`)))).accepted[0]?.composition
}

const ofFixture = async (file: string, id: string): Promise<ProductFacts["composition"]> =>
  (await readAll(await openOff(fixture(file)))).accepted.find((facts) => facts.id === id)?.composition

describe("What Open Food Facts states of what is in a product", () => {
  it("is read from tags of allergens, traces, labels and the analysis; unknown tags say nothing", async () => {
    const composition = await compositionOf({
      allergens_tags: ["en:milk", "en:gluten", "en:unheard-of"],
      traces_tags: ["en:nuts", "en:sesame-seeds", "fr:quelque-chose"],
      labels_tags: ["en:halal", "en:organic"],
      ingredients_analysis_tags: ["en:palm-oil-free", "en:maybe-vegan", "en:vegetarian-status-unknown"]
    })
    assert.deepStrictEqual(composition, {
      contains: ["gluten", "milk", "lactose"],
      mayContain: ["nuts", "sesame"],
      freeOf: ["pork", "alcohol", "gelatine"],
      ingredients: null
    })
  })

  it("of the analysis only what is sure counts", async () => {
    assert.deepStrictEqual((await compositionOf({ ingredients_analysis_tags: ["en:non-vegan"] }))?.contains, ["animal"])
    assert.deepStrictEqual((await compositionOf({ ingredients_analysis_tags: ["en:vegan"] }))?.freeOf, ["animal"])
    assert.isUndefined(
      await compositionOf({ ingredients_analysis_tags: ["en:maybe-vegan", "en:vegan-status-unknown"] })
    )
  })

  it("is absent, and no empty record, where nothing is stated", async () => {
    assert.isUndefined(await compositionOf({}))
    assert.isUndefined(await compositionOf({ allergens_tags: [], labels_tags: "", ingredients_text: " ", traces: "" }))
    assert.isUndefined(await compositionOf({ allergens_tags: 7, traces_tags: null, ingredients_text: ["milk"] }))
  })

  it("lists ingredients in the main language, else in one that can be read, without marks of emphasis", async () => {
    const texts = {
      ingredients_text: 'Farine de _blé_, <span class="allergen">lait</span>',
      ingredients_text_ru: "мука _пшеничная_, молоко"
    }
    assert.deepInclude((await compositionOf({ ...texts, lang: "fr" }))?.ingredients, {
      language: "ru",
      text: "мука пшеничная, молоко"
    })
    assert.deepInclude((await compositionOf({ ingredients_text: texts.ingredients_text, lang: "fr" }))?.ingredients, {
      language: "fr",
      text: "Farine de blé, lait"
    })
  })

  it("a list above 2,000 characters is cut behind an ingredient, and is then not whole", async () => {
    const list = (await compositionOf({ ingredients_text: "sugar, ".repeat(500) }))?.ingredients
    assert.isFalse(list?.isWhole)
    assert.isAtMost(list?.text.length ?? 0, 2_000)
    assert.isTrue(list?.text.endsWith("sugar"))
    const endless = (await compositionOf({ ingredients_text: "ab".repeat(30_000) }))?.ingredients
    assert.strictEqual(endless?.text.length, 2_000)
  })

  it("Parquet has it in columns, the list of ingredients by language", async () => {
    const composition = await ofFixture("off.parquet", "off_0000159487776")
    assert.deepStrictEqual(composition?.contains, ["soy", "milk", "lactose", "animal"])
    assert.match(composition?.ingredients?.text ?? "", /^SUGAR, COCOA BUTTER, SKIMMED MILK POWDER/)
    assert.strictEqual(composition?.ingredients?.language, "en")
  })

  it("exports have it as text with commas, allergens under the plain name", async () => {
    const composition = await ofFixture("off-export.tsv", "off_00027083")
    assert.deepStrictEqual(composition?.contains, ["milk", "lactose"])
    assert.deepStrictEqual(composition?.mayContain, ["egg", "milk", "lactose"])
    assert.match(composition?.ingredients?.text ?? "", /^pasteurized free range egg/)
    const search = await ofFixture("off-search-export.tsv", "off_8017977013638")
    assert.deepStrictEqual(search?.mayContain, ["soy", "nuts"])
    assert.isTrue(search?.freeOf.includes("gluten"))
  })
})
