import { Record } from "effect"
import { detailNutrients, servedNutrients } from "../domain/product/Nutrients.ts"

type Name = keyof typeof servedNutrients | keyof typeof detailNutrients

const nutrients = { ...servedNutrients, ...detailNutrients }

/** What a column of an original holds: the FDC number of the nutrient that the table of nutrients prefers. */
const withId = (columns: { readonly [Nutrient in Name]?: string }): ReadonlyArray<readonly [column: string, nutrientId: string]> =>
  Record.keys(nutrients).flatMap((name) => {
    const [column, code] = [columns[name], nutrients[name].from.fdc[0]]
    return column === undefined || code === undefined ? [] : [[column, code.id] as const]
  })

/** The columns of SR28's abbreviated file. It has neither trans fat, starch, added sugars, biotin, caffeine nor alcohol. */
export const sr28Columns = withId({
  calories: "Energ_Kcal",
  proteins: "Protein_(g)",
  fats: "Lipid_Tot_(g)",
  carbs: "Carbohydrt_(g)",
  fiber: "Fiber_TD_(g)",
  sugar: "Sugar_Tot_(g)",
  sodium: "Sodium_(mg)",
  saturated_fat: "FA_Sat_(g)",
  monounsaturated_fat: "FA_Mono_(g)",
  polyunsaturated_fat: "FA_Poly_(g)",
  cholesterol: "Cholestrl_(mg)",
  potassium: "Potassium_(mg)",
  calcium: "Calcium_(mg)",
  iron: "Iron_(mg)",
  magnesium: "Magnesium_(mg)",
  zinc: "Zinc_(mg)",
  vitamin_a: "Vit_A_RAE",
  vitamin_c: "Vit_C_(mg)",
  vitamin_d: "Vit_D_µg",
  vitamin_e: "Vit_E_(mg)",
  vitamin_k: "Vit_K_(µg)",
  vitamin_b1: "Thiamin_(mg)",
  vitamin_b2: "Riboflavin_(mg)",
  vitamin_b3: "Niacin_(mg)",
  vitamin_b5: "Panto_Acid_mg)",
  vitamin_b6: "Vit_B6_(mg)",
  vitamin_b12: "Vit_B12_(µg)",
  folate: "Folate_Tot_(µg)"
})

/** The columns of the nutrient values of FNDDS. Its fatty acid 18:3 is of two kinds, so that there is no sum of omega-3. */
export const fnddsColumns = withId({
  calories: "Energy (kcal)",
  proteins: "Protein (g)",
  fats: "Total Fat (g)",
  carbs: "Carbohydrate (g)",
  fiber: "Fiber, total dietary (g)",
  sugar: "Sugars, total (g)",
  sodium: "Sodium (mg)",
  saturated_fat: "Fatty acids, total saturated (g)",
  monounsaturated_fat: "Fatty acids, total monounsaturated (g)",
  polyunsaturated_fat: "Fatty acids, total polyunsaturated (g)",
  cholesterol: "Cholesterol (mg)",
  potassium: "Potassium (mg)",
  calcium: "Calcium (mg)",
  iron: "Iron (mg)",
  magnesium: "Magnesium (mg)",
  zinc: "Zinc (mg)",
  vitamin_a: "Vitamin A, RAE (mcg_RAE)",
  vitamin_c: "Vitamin C (mg)",
  vitamin_d: "Vitamin D (D2 + D3) (mcg)",
  vitamin_e: "Vitamin E (alpha-tocopherol) (mg)",
  vitamin_k: "Vitamin K (phylloquinone) (mcg)",
  vitamin_b1: "Thiamin (mg)",
  vitamin_b2: "Riboflavin (mg)",
  vitamin_b3: "Niacin (mg)",
  vitamin_b6: "Vitamin B-6 (mg)",
  vitamin_b12: "Vitamin B-12 (mcg)",
  folate: "Folate, total (mcg)",
  caffeine: "Caffeine (mg)",
  alcohol: "Alcohol (g)"
})
