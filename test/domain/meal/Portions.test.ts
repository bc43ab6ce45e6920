import { assert, describe, it } from "@effect/vitest"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { weigh } from "../../../domain/meal/Weighing.ts"
import { facts } from "./Foods.ts"

const grams = (text: string, id: string, group: string | null = null): number => {
  const [item] = parseMeal(text).items
  if (item === undefined) throw new Error(`no item in ${text}`)
  return weigh({ ...item, records: [], isNamed: false }, { ...facts(id), foodGroup: group }).grams
}

/** What a household calls an amount of the foods that NHANES counts most, and what it weighs in grams: from, to. */
const usual: ReadonlyArray<readonly [text: string, id: string, least: number, most: number]> = [
  // a volume of what is no liquid goes by its own density
  ["a cup of potato chips", "c_potato_chips", 20, 30],
  ["a cup of tortilla chips", "usda_54401075", 25, 40],
  ["a cup of pretzels", "usda_54408015", 35, 50],
  ["a cup of popcorn", "c_popcorn", 7, 16],
  ["a cup of corn flakes", "usda_57134000", 25, 35],
  ["a cup of granola", "c_granola", 100, 125],
  ["a cup of oatmeal", "c_oatmeal_cooked", 230, 250],
  ["a cup of rice", "c_rice_white_cooked", 150, 190],
  ["a cup of pasta", "c_pasta_cooked", 120, 160],
  ["a cup of spinach", "c_spinach", 25, 35],
  ["a cup of lettuce", "c_lettuce", 30, 60],
  ["a cup of broccoli", "usda_72201211", 145, 165],
  ["a cup of carrots", "c_carrot", 110, 135],
  ["a cup of grapes", "c_grapes", 140, 160],
  ["a cup of strawberries", "c_strawberry", 140, 160],
  ["a cup of watermelon", "c_watermelon", 145, 160],
  ["a cup of cheese", "usda_14104100", 105, 135],
  ["a cup of cottage cheese", "c_cottage_cheese", 205, 230],
  ["a cup of yogurt", "c_yogurt_plain", 240, 250],
  ["a cup of refried beans", "usda_41205010", 250, 270],
  ["a cup of almonds", "c_almonds", 130, 145],
  ["a cup of raisins", "c_raisins", 140, 165],
  ["a cup of french fries", "usda_71401030", 55, 65],
  ["a cup of chicken", "usda_24100000", 130, 140],
  ["a cup of mac and cheese", "usda_58145110", 220, 240],
  ["a cup of chicken noodle soup", "c_chicken_noodle_soup", 235, 250],
  ["a cup of ice cream", "c_ice_cream", 130, 140],
  ["a cup of milk", "c_milk_whole", 240, 250],
  ["a cup of orange juice", "c_orange_juice", 245, 252],
  ["a cup of coffee", "c_coffee", 236, 242],
  ["a bowl of cereal", "usda_57123000", 30, 45],
  ["a bowl of soup", "usda_75649110", 280, 320],
  ["a bowl of popcorn", "c_popcorn", 15, 35],
  ["a handful of almonds", "c_almonds", 25, 40],
  ["a handful of grapes", "c_grapes", 40, 90],
  ["a handful of potato chips", "c_potato_chips", 12, 25],
  ["a handful of spinach", "c_spinach", 15, 35],
  ["a handful of popcorn", "c_popcorn", 4, 12],
  ["a glass of milk", "c_milk_whole", 240, 260],
  ["a glass of wine", "usda_93401010", 145, 185],
  ["a scoop of ice cream", "c_ice_cream", 60, 125],
  ["a scoop of mashed potatoes", "c_potato_mashed", 90, 130],
  // pieces, slices and packages
  ["a slice of bread", "usda_51101000", 26, 30],
  ["a slice of pizza", "usda_58106225", 105, 125],
  ["a slice of cheese", "usda_14104100", 20, 28],
  ["a slice of bacon", "usda_22600200", 7, 12],
  ["a slice of apple pie", "usda_53301000", 115, 160],
  ["a slice of tomato", "usda_74101000", 15, 25],
  ["a piece of cornbread", "usda_52201000", 50, 75],
  ["a piece of chicken", "usda_24100000", 55, 120],
  ["a can of coke", "c_cola", 365, 375],
  ["a can of beer", "usda_93101000", 355, 365],
  ["a bottle of beer", "usda_93101000", 355, 365],
  ["a bottle of water", "c_water", 495, 510],
  ["a bottle of wine", "usda_93401010", 740, 760],
  ["a bag of chips", "c_potato_chips", 28, 60],
  ["a packet of ketchup", "c_ketchup", 8, 11],
  ["a packet of sugar", "c_sugar", 3, 4.5],
  ["a pat of butter", "c_butter", 5, 7],
  ["a tablespoon of butter", "c_butter", 13, 15],
  ["a box of raisins", "c_raisins", 40, 45],
  // of a size
  ["a small apple", "c_apple", 145, 170],
  ["a large apple", "c_apple", 215, 245],
  ["a large banana", "c_banana", 130, 150],
  ["a large egg", "c_egg_boiled", 50, 58],
  ["a mini bagel", "c_bagel", 24, 30],
  ["a medium bagel", "c_bagel", 95, 110],
  ["a medium cookie", "usda_53206000", 28, 32],
  ["a large cookie", "usda_53206000", 43, 47],
  ["a small fries", "usda_71401030", 105, 115],
  ["a large fries", "usda_71401030", 175, 185],
  ["a small order of fries", "usda_71401030", 105, 115],
  ["a medium coke", "usda_92410310", 500, 520],
  ["a large coke", "usda_92410310", 735, 750],
  ["an extra large coke", "usda_92410310", 1_000, 1_030],
  ["a large cup of coffee", "usda_92101000", 590, 610],
  ["a small bag of potato chips", "usda_71200100", 27, 30],
  ["a large slice of bread", "usda_51101000", 42, 44],
  ["a large pizza", "usda_58106225", 940, 1_000],
  ["a large slice of pizza", "usda_58106225", 115, 130],
  // counted
  ["10 almonds", "usda_42100100", 11, 13],
  ["10 french fries", "usda_71401030", 45, 55],
  ["15 potato chips", "c_potato_chips", 25, 35],
  ["6 chicken wings", "usda_173630", 170, 330],
  ["3 slices of bacon", "usda_22600200", 22, 30],
  ["3 pizza slices", "c_pizza_cheese", 315, 375],
  ["2 large pizza slices", "c_pizza_cheese", 230, 260],
  ["5 apple slices", "c_apple", 90, 130],
  ["a lettuce leaf", "c_lettuce", 5, 15],
  ["2 California rolls", "c_sushi_roll", 340, 420],
  ["3 rolls of sushi", "c_sushi_roll", 510, 630],
  ["8 sushi rolls", "c_sushi_roll", 160, 250],
  ["6 pieces of sushi", "c_sushi_roll", 120, 180],
  ["2 dinner rolls", "usda_172793", 50, 100],
  ["a sliced banana", "c_banana", 110, 130],
  ["a taco", "usda_58102000", 100, 110],
  ["a hamburger", "usda_27510521", 140, 150],
  ["a chicken sandwich", "usda_27540175", 138, 142],
  ["half an avocado", "c_avocado", 70, 80]
]

describe("the amounts in which people eat", () => {
  it.each(usual)("weighs %s of %s as a household does", (text, id, least, most) => {
    assert.isAtLeast(grams(text, id), least)
    assert.isAtMost(grams(text, id), most)
  })

  it("fills a vessel with a solid by the density of its group, never by water's", () => {
    const unweighed = "usda_99999999"
    assert.isBelow(grams("a cup of crisps", unweighed, "Potato chips"), 40)
    assert.isBelow(grams("a bowl of crisps", unweighed, "Potato chips"), 60)
    assert.isBelow(grams("a cup of something like rice", unweighed), 160)
  })

  it("holds the vessels of another language to our own weights", () => {
    assert.strictEqual(grams("бутылка пива", "usda_168746"), 500)
    assert.closeTo(grams("a bottle of beer", "usda_168746"), 360, 10)
  })

  it.each([
    ["стакан риса", "usda_56205008", 150, 190],
    ["тарелка риса", "usda_56205008", 150, 250],
    ["кружка молока", "usda_11111000", 290, 320],
    ["горсть винограда", "usda_63123000", 30, 80],
    ["صحن أرز", "usda_56205008", 150, 250],
    ["كوب حليب", "usda_11111000", 240, 260],
    ["ملعقة عسل", "usda_91302010", 18, 24],
    ["حبة تفاح", "usda_63101000", 150, 210],
    ["رغيف خبز", "usda_51109100", 40, 120]
  ])("weighs %s of the record %s", (text, id, least, most) => {
    const [item] = parseMeal(text).items
    const group = id === "usda_56205008" ? "Rice" : null
    assert.isDefined(item, text)
    assert.isAtLeast(grams(text, id, group), least)
    assert.isAtMost(grams(text, id, group), most)
  })
})
