import { assert, describe, it } from "@effect/vitest"
import { isPart } from "../../../domain/semantic/FoodParts.ts"

describe("a part of a food", () => {
  it.each([
    ["Orange peel, raw"],
    ["Chicken, skin (drumsticks and thighs), raw"],
    ["Beef, variety meats and by-products, tripe"],
    ["Крабовые палочки (имитация)"],
    ["Говядина на кости"],
    ["حليب بودرة"]
  ])("is %s", (name) => {
    assert.isTrue(isPart(name))
  })

  it.each([
    ["Tomatoes, peeled"],
    ["Chicken breast, boneless"],
    ["Apples, raw, with skin (Includes foods for USDA's Food Distribution Program)"],
    ["Свинина без кости"],
    ["بطاطس قشره منزوع"]
  ])("is not %s", (name) => {
    assert.isFalse(isPart(name))
  })
})
