import { units } from "../language/quantities/Units.ts"
import type { ScopedTag } from "./ScopedTag.ts"

type Tags = ReadonlyArray<ScopedTag>

/**
 * A meal in which a mass or volume in brackets stands in the place of the measure before it: "a pint (568 ml) of milk",
 * "pint of lager (568 ml)". What a pint, a spoon or a glass holds differs from kitchen to kitchen; what is stated does not.
 */
export const withStatedMeasures = (tags: Tags): Tags => {
  const kept: Array<ScopedTag> = []
  for (let i = 0; i < tags.length; i++) {
    const tag = tags[i]
    if (tag === undefined) break
    const measure = isStatedAt(tags, i) ? measureBefore(kept) : null
    if (measure === null) kept.push(tag)
    else {
      kept.splice(measure.at, measure.count, ...tags.slice(i + 1, i + 3))
      i += 3
    }
  }
  return kept
}

/** An open bracket, a number, a mass or volume, and the bracket that closes it. */
const isStatedAt = (tags: Tags, i: number): boolean => {
  const [open, number, unit, close] = tags.slice(i, i + 4)
  return open?.kind === "open" && number?.kind === "number" && isWeight(unit) && close?.kind === "close"
}

const isWeight = (tag: ScopedTag | undefined): boolean =>
  tag?.kind === "unit" && (units[tag.unit].kind === "mass" || units[tag.unit].kind === "volume")

/** What may stand between a measure and the bracket: the food. */
const between: ReadonlySet<ScopedTag["kind"]> = new Set(["of", "food", "unknown", "preparation", "attribute", "size"])

/** The tags of the measure that the bracket states, `null` for none. A container may be one of several. */
const measureBefore = (kept: Tags): { readonly at: number; readonly count: number } | null => {
  const at = kept.findLastIndex(({ kind }) => !between.has(kind))
  const unit = kept[at]
  if (unit?.kind !== "unit" || unit.extra > 0 || units[unit.unit].kind === "mass") return null
  const number = kept[at - 1]
  // "pint of lager"
  if (number?.kind !== "number") return { at, count: 1 }
  return units[unit.unit].kind !== "count" || number.value === 1 ? { at: at - 1, count: 2 } : null
}
