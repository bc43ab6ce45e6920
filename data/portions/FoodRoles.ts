import { type FoodRole, isFoodRole } from "../../domain/meal/FoodRole.ts"

/**
 * Reads `food-roles.tsv` into lines `id|role role …`. Foods stand under their keys, of which `ids` has the records' ids;
 * a group of FoodData Central stands under `@` and its name, and has to be one of `groups`.
 */
export const foodRoles = (
  text: string,
  ids: ReadonlyMap<string, string>,
  groups: ReadonlySet<string>
): ReadonlyArray<string> => {
  const [, ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const seen = new Set<string>()
  return rows.map((row) => {
    const [key = "", cell = ""] = row.split("\t")
    const id = key.startsWith("@") ? (groups.has(key.slice(1)) ? key : undefined) : ids.get(key)
    if (id === undefined) throw new Error(`food-roles.tsv: no food or group ${key}`)
    if (seen.has(key)) throw new Error(`food-roles.tsv: ${key} stands twice`)
    seen.add(key)
    return `${id}|${rolesIn(cell, key).join(" ")}`
  })
}

const rolesIn = (cell: string, key: string): ReadonlyArray<FoodRole> =>
  cell.split(" ").map((role) => {
    if (!isFoodRole(role)) throw new Error(`food-roles.tsv: ${key}: unknown role "${role}"`)
    return role
  })
