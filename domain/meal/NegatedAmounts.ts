import type { Tag } from "./Tags.ts"

interface CorrectedAmount {
  readonly from: number
  readonly to: number
  readonly end: number
}

/** "Not 200 g of rice but 150": of the first amount only its food counts. */
export const correctedAmount = (tags: ReadonlyArray<Tag>, i: number): CorrectedAmount | null => {
  if (tags[i + 1]?.kind !== "number") return null
  const from = tags.findIndex(({ kind }, at) => at > i && !amountKinds.has(kind))
  const to = tags.findIndex(({ kind }, at) => at >= from && kind !== "food" && kind !== "unknown")
  if (from === -1 || to === -1) return null
  const but = tags[to]?.kind === "break" ? to + 1 : to
  return tags[but]?.kind === "but" && tags[but + 1]?.kind === "number" ? { from, to, end: but + 1 } : null
}

const amountKinds: ReadonlySet<Tag["kind"]> = new Set(["number", "unit", "of"])

/** "100 g of rice? no, 80 g" tells the amount again. */
export const tellsAmount = (tags: ReadonlyArray<Tag>, i: number): boolean =>
  tags[i]?.kind === "number" && tags[i + 1]?.kind === "unit"
