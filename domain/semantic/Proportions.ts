import type { Ratio } from "./Comparisons.ts"
import type { LimitItem } from "./LimitItems.ts"

/** "a protein to fat ratio of at least 5 to 1", "белок/жир 3 к 1" */
interface Proportion {
  readonly ratio: Ratio
  readonly used: ReadonlyArray<number>
}

type Items = ReadonlyArray<LimitItem>

/** So many items may stand between the two nutrients and their numbers. */
const wordsBetweenMax = 5

const plainNumber = (item: LimitItem | undefined): number | null =>
  item?.quantity?.unit === null && !item.quantity.isOther ? item.quantity.value : null

/** Where the number of the first nutrient stands. */
const numberAt = (items: Items, from: number): number | null => {
  for (let i = from; i < from + wordsBetweenMax && i < items.length; i++) {
    if (plainNumber(items[i]) !== null) return i
    if (items[i]?.startsClause === true || items[i]?.nutrient !== null || items[i]?.quantity !== null) return null
  }
  return null
}

/** The proportion that begins at an item. Without a comparison it is at least that much. */
export const proportionAt = (items: Items, i: number): Proportion | null => {
  const isSaid = items[i + 1]?.has("to") === true
  const j = isSaid ? i + 2 : i + 1
  const nutrient = items[i]?.nutrient?.name
  const other = items[j]?.nutrient?.name
  const at = nutrient === undefined || other === undefined ? null : numberAt(items, j + 1)
  if (nutrient === undefined || other === undefined || at === null || nutrient === other) return null
  if (nutrient === "kcal" || other === "kcal") return null
  const first = plainNumber(items[at]) ?? 0
  const second = items[at + 1]?.has("to") === true ? plainNumber(items[at + 2]) : null
  // two nutrients side by side are in a proportion where two numbers are
  if (second === null && !isSaid) return null
  const last = second === null ? at : at + 2
  const behind = items[last + 1]?.comparison ?? null
  const operator = items.slice(j + 1, at).find(({ comparison }) => comparison !== null)?.comparison ?? behind
  return {
    ratio: { nutrient, other, operator: operator?.operator ?? "gt", factor: first / (second ?? 1) },
    used: Array.from({ length: last + (behind === null ? 1 : 2) - i }, (_, k) => i + k)
  }
}
