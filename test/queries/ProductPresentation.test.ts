import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema } from "effect"
import { plans } from "../../domain/key/Plan.ts"
import { foundProduct } from "../../domain/product/FoundProduct.ts"
import { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { barcodeProduct, lookupProduct, searchItem } from "../../src/queries/ProductPresentation.ts"
import { facts } from "../support/Facts.ts"

const amount = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })))
const Amounts = Schema.Struct({
  calories: amount,
  proteins: amount,
  fats: amount,
  carbs: amount,
  fiber: amount,
  sugar: amount,
  sodium: amount
})

const detailsOf = (product: object): object =>
  Predicate.hasProperty(product, "details") && Predicate.isObject(product.details) ? product.details : {}

describe("ProductPresentation", () => {
  it.prop(
    "rounds to at most 2 decimals, within half a hundredth, and keeps unknown unknown",
    [Amounts],
    ([nutrition]) => {
      const shown = lookupProduct({ ...facts(), nutrition }, plans.growth, null).nutrition
      for (const nutrient of ["calories", "proteins", "fats", "carbs", "fiber", "sugar", "sodium"] as const) {
        const [before, after] = [nutrition[nutrient], shown[nutrient]]
        if (before === null || after === null) {
          assert.strictEqual(after, before)
        } else {
          assert.isAtMost(Math.abs(after - before), 0.005 + 1e-9)
          assert.match(String(after), /^\d+(?:\.\d{1,2})?$/)
        }
      }
    }
  )

  it.prop("shows nothing of fiber, sugar and sodium without full nutrients", [Amounts], ([nutrition]) => {
    const record = { ...facts(), nutrition }
    for (const plan of [plans.sandbox, plans.developer]) {
      assert.deepInclude(lookupProduct(record, plan, []).nutrition, { fiber: null, sugar: null, sodium: null })
      assert.deepInclude(barcodeProduct(record, plan, []).nutrition, { sugar: null, sodium: null })
    }
  })

  it("says which of the two a null is: not in the plan, or not known", () => {
    const record = facts({ nutrients: { saturated_fat: 1.86543 } })
    const without = { not_in_plan: ["fiber", "sugar", "sodium", "nutrients"], nutrients: null }
    assert.deepInclude(detailsOf(lookupProduct(record, plans.developer, [])), without)
    const scanned = { not_in_plan: ["sugar", "sodium", "nutrients"], nutrients: null }
    assert.deepInclude(detailsOf(barcodeProduct(record, plans.sandbox, [])), scanned)
    const within = { not_in_plan: [], nutrients: { saturated_fat: 1.865, salt: 0.108 } }
    assert.deepInclude(detailsOf(lookupProduct(record, plans.starter, [])), within)
    const unknown = facts({ nutrition: { ...record.nutrition, sodium: null } })
    assert.deepInclude(detailsOf(lookupProduct(unknown, plans.starter, [])), { not_in_plan: [], nutrients: {} })
  })

  it.prop("any record has a name, a group and a source", [ProductFacts], ([record]) => {
    const names: ProductFacts["names"] = { ...record.names, [record.mainLanguage]: ["main"] }
    const item = searchItem(foundProduct({ ...record, names }, "en"))
    assert.isNotEmpty(item.name)
    assert.isString(item.food_group)
    assert.strictEqual(item.source, record.id.startsWith("c_") ? "curated" : "database")
  })

  it("a name in another language stands in only when the asked one is missing", () => {
    const record = facts({ names: { ru: ["Молоко"], en: ["Milk", "Whole milk"] }, mainLanguage: "ru" })
    assert.strictEqual(foundProduct(record, "en").name, "Milk")
    assert.strictEqual(foundProduct(record, "ar").name, "Молоко")
    assert.strictEqual(barcodeProduct(record, plans.growth, null).name, "Молоко")
  })
})
