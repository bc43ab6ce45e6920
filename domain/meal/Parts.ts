import type { ItemBuilder } from "./ItemBuilder.ts"

/** Foods that are only in or on another one are parts of it, and are not counted. */
export const settleParts = (builders: ReadonlyArray<ItemBuilder>): void => {
  for (const item of builders) {
    const { host } = item
    if (host === null || item.amounts.length > 0 || item.isNegated) continue
    if (item.link !== "in") continue
    host.parts.push(item.words)
    item.isNegated = true
  }
}
