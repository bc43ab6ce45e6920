import { assert, it } from "@effect/vitest"
import type { MealItem, ParsedMeal } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"

/** `record amount`, one after another; `*` for a food without a record of its name. */
export const brief = (items: ReadonlyArray<MealItem>): string =>
  items
    .map(({ amount, records }) => {
      const food = records[0]?.replace(/^c_/, "") ?? "*"
      return amount === null ? food : `${food} ${Number(amount.quantity.toFixed(3))} ${amount.unit}`
    })
    .join(", ")

/** A test for each phrase: what the parser makes of it, as `brief` says it. */
export const reads = (phrases: Readonly<Record<string, string>>): void => {
  for (const [text, expected] of Object.entries(phrases)) {
    it(text, () => {
      assert.strictEqual(brief(parseMeal(text).items), expected)
    })
  }
}

/** The same with what else is said of a food: `-` what it is free of, `+` its parts, `×` the share of it that was eaten. */
const detailed = (items: ReadonlyArray<MealItem>): string =>
  items
    .map((item) =>
      [
        brief([item]),
        ...item.without.map((thing) => `-${thing}`),
        ...item.parts.map((part) => `+${part}`),
        ...(item.share === 1 ? [] : [`×${Number(item.share.toFixed(2))}`])
      ].join(" ")
    )
    .join(", ")

/** A test for each phrase, of all that is said of its foods. */
export const tells = (phrases: Readonly<Record<string, string>>): void => {
  for (const [text, expected] of Object.entries(phrases)) {
    it(text, () => {
      assert.strictEqual(detailed(parseMeal(text).items), expected)
    })
  }
}

/** As `brief`, with the stated fat and energy of each item behind it, and numbers that nothing explains behind `?`. */
export const stated = ({ items, unexplained }: ParsedMeal): string => {
  const all = items.map((item) => {
    const fat = item.fatPercent === null ? "" : ` fat ${item.fatPercent}%`
    const energy = item.energy === null ? "" : ` ${Number(item.energy.kcal.toFixed(1))} kcal/${item.energy.of}`
    return `${brief([item])}${fat}${energy}`
  })
  return [all.join(", "), ...unexplained].join(" ? ")
}

/** A test for each phrase: all that it states, as `stated` says it. */
export const states = (phrases: Readonly<Record<string, string>>): void => {
  for (const [text, expected] of Object.entries(phrases)) {
    it(text, () => {
      assert.strictEqual(stated(parseMeal(text)), expected)
    })
  }
}
