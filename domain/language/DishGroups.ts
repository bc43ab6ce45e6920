import { rowsOf } from "./Knowledge.ts"

const groups: ReadonlySet<string | undefined> = new Set(rowsOf("dish-groups").map(({ attributes }) => attributes[0]))

/** Are the foods of this group, as a source calls it, dishes of several foods? */
export const isDishGroup = (foodGroup: string | null): boolean => foodGroup !== null && groups.has(foodGroup)
