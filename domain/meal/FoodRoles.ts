import type { FoodRole } from "./FoodRole.ts"
import compiled from "./portions.json" with { type: "json" }

const rolesById: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  compiled.roles.map((line) => {
    const [id = "", roles = ""] = line.split("|")
    return [id, new Set(roles.split(" "))]
  })
)

/** Has a food this role? It is known by the id of its record; `null` has none. */
export const hasRole = (record: string | null, role: FoodRole): boolean =>
  record !== null && rolesById.get(record)?.has(role) === true

/** Have the foods of a group of FoodData Central this role? */
export const groupHasRole = (group: string | null, role: FoodRole): boolean => hasRole(`@${group}`, role)
