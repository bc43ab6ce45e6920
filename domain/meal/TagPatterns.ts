import type { ScopedTag } from "./ScopedTag.ts"
import type { Circumstance } from "../language/quantities/Quantity.ts"
import { units } from "../language/quantities/Units.ts"

const amountKinds: ReadonlySet<ScopedTag["kind"]> = new Set([
  "number",
  "unit",
  "size",
  "preparation",
  "times",
  "each",
  "fat",
  "energy"
])
const foodKinds: ReadonlySet<ScopedTag["kind"]> = new Set(["food", "of", "unknown"])

/**
 * Does an amount belong to the food before it? Yes, where no food follows; else where the part of the text begins with a
 * food and ends with an amount ("rice 200 g beans 100 g"), or weighs what it begins with.
 */
export const isBehind = (tags: ReadonlyArray<ScopedTag>, i: number): boolean => {
  const follower = tags.slice(i).find(({ kind }) => !amountKinds.has(kind))
  if (follower === undefined || !foodKinds.has(follower.kind)) return true
  const start = tags.findLastIndex(({ kind }, at) => at < i && kind === "break") + 1
  const end = tags.findIndex(({ kind }, at) => at > i && kind === "break")
  const part = tags.slice(start, end === -1 ? undefined : end)
  const core = part.filter(({ kind }) => kind === "food" || kind === "number" || kind === "unit")
  if (core[0]?.kind !== "food") return false
  const unit = part.find((tag) => tag.kind === "unit")
  if (core.at(-1)?.kind !== "food") return true
  return unit?.kind === "unit" && (units[unit.unit].kind === "mass" || unit.unit === "pc")
}

const partStarts: ReadonlySet<Circumstance> = new Set(["time", "heading"])

/** Does another part of the meal begin behind it ("at 8 porridge, at 10 an apple")? */
export const beginsPart = (tag: ScopedTag): boolean => tag.kind === "circumstance" && partStarts.has(tag.of)

/** Does a food begin here, behind nothing but who ate? */
export const beginsFood = (tags: ReadonlyArray<ScopedTag>, i: number): boolean => {
  const before = tags[i - 1]?.kind
  return before === undefined || before === "meal" || before === "eat" || before === "begin"
}
