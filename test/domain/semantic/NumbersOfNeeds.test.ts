import { assert, describe, it } from "@effect/vitest"
import type { Limit } from "../../../domain/semantic/Limits.ts"
import { readText } from "../../../domain/semantic/NeedReader.ts"
import { isNutrientName } from "../../../domain/semantic/NutrientLevels.ts"
import type { QueryIntent } from "../../../domain/semantic/QueryIntent.ts"
import { readBundledModel } from "../../../infra/embedding/BundledModel.ts"
import { type NumbersMeant, numbersOfNeeds } from "../../support/needs/NumbersOfNeeds.ts"

type Check = NonNullable<NumbersMeant["checks"]>[number]

/** The same in the units of limits: sodium in milligrams is salt in grams. */
const inUnits = ({ max, min, nutrient, per }: Check) => {
  const factor = nutrient === "sodium" ? 2.5 / 1000 : 1
  return {
    nutrient: nutrient === "sodium" ? "salt" : nutrient,
    min: min === null ? null : min * factor,
    max: max === null ? null : max * factor,
    per: per === "serving" ? "portion" : per
  }
}

const share = 1e-3

/** Does whatever keeps the limit keep the check as well? */
const implies = (limit: Limit, { max, min, nutrient, per }: ReturnType<typeof inUnits>): boolean =>
  limit.nutrient === nutrient &&
  limit.per === per &&
  (min === null || (limit.min !== null && limit.min >= min * (1 - share))) &&
  (max === null || (limit.max !== null && limit.max <= max * (1 + share)))

const shown = ({ isUncheckable, limits, orders, ratios }: QueryIntent): string =>
  JSON.stringify({ limits, orders, ratios, isUncheckable })

const isStated = (check: Check): boolean => isNutrientName(check.nutrient) || check.nutrient === "sodium"

const checked = numbersOfNeeds.filter(({ checks }) => checks !== undefined)
const ordered = numbersOfNeeds.filter(
  ({ superlative }) => superlative !== undefined && isNutrientName(superlative.nutrient)
)
const compared = numbersOfNeeds.filter(({ comparison }) => comparison !== undefined)
const ratios = numbersOfNeeds.filter(({ ratio }) => ratio !== undefined)
const free = numbersOfNeeds.filter(({ none }) => none === true)

describe("The numbers of strangers' needs", () => {
  const { understand } = readBundledModel()
  // the first sentence reads the encoder
  understand("something sweet")

  it.each(checked)("$id $query: every limit is read", ({ checks = [], query }) => {
    const reading = understand(query)
    for (const check of checks)
      if (isStated(check))
        assert.isTrue(
          reading.limits.some((limit) => implies(limit, inUnits(check))),
          shown(reading)
        )
      else assert.isTrue(reading.isUncheckable, shown(reading))
  })

  it.each(ordered)("$id $query: the order is read", ({ query, superlative }) => {
    const reading = understand(query)
    const direction = superlative?.order === "max" ? "more" : "less"
    assert.deepInclude(reading.orders, { nutrient: superlative?.nutrient, direction }, shown(reading))
  })

  it.each(compared)("$id $query: the comparison is read", ({ comparison, query }) => {
    const reading = understand(query)
    const operator = comparison?.order === "more" ? "gt" : "lt"
    const isRead = readText(query, "query").comparisons.some(
      ({ factor, nutrient, ...read }) =>
        nutrient === comparison?.nutrient &&
        read.operator === operator &&
        Math.abs(factor - (comparison.factor ?? 1)) < share
    )
    assert.isTrue(isRead || (reading.isUncheckable && !isNutrientName(comparison?.nutrient ?? "")), shown(reading))
  })

  it.each(ratios)("$id $query: the ratio is read", ({ query, ratio }) => {
    const reading = understand(query)
    assert.deepInclude(
      reading.ratios,
      {
        nutrient: ratio?.nutrient,
        other: ratio?.other,
        operator: ratio?.order === "more" ? "gt" : "lt",
        factor: ratio?.factor
      },
      shown(reading)
    )
  })

  it.each(free)("$id $query: states no condition", ({ query }) => {
    const { isUncheckable, limits, orders, ratios } = understand(query)
    assert.deepStrictEqual(
      { isUncheckable, limits, orders, ratios },
      {
        isUncheckable: false,
        limits: [],
        orders: [],
        ratios: []
      }
    )
  })
})
