import { type FoodRole, isFoodRole } from "../../domain/meal/FoodRole.ts"

/**
 * Reads `food-roles.tsv` into lines `id|role role …`. Foods stand under their keys, of which `ids` has the records' ids;
 * a group of FoodData Central or FNDDS stands under `@` and its name, one of food-groups.tsv under `g:` and its name: both have
 * to be among `groups`, written so. `groupOf`: the groups of foods, by key, whose roles they have as well.
 */
export const foodRoles = (
  text: string,
  ids: ReadonlyMap<string, string>,
  groups: ReadonlySet<string>,
  groupOf: ReadonlyMap<string, string>
): ReadonlyArray<string> => {
  const [, ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const roles = new Map<string, ReadonlyArray<FoodRole>>()
  for (const row of rows) {
    const [key = "", cell = ""] = row.split("\t")
    const id = groups.has(key) ? key : ids.get(key)
    if (id === undefined) throw new Error(`food-roles.tsv: no food or group ${key}`)
    if (roles.has(id)) throw new Error(`food-roles.tsv: ${key} stands twice`)
    roles.set(id, rolesIn(cell, key))
  }
  for (const [key, group] of groupOf) {
    const id = ids.get(key) ?? ""
    const all = new Set([...(roles.get(id) ?? []), ...(roles.get(`@${group}`) ?? [])])
    if (all.size > 0) roles.set(id, [...all])
  }
  return [...roles].map(([id, names]) => `${id}|${names.join(" ")}`)
}

const rolesIn = (cell: string, key: string): ReadonlyArray<FoodRole> =>
  cell.split(" ").map((role) => {
    if (!isFoodRole(role)) throw new Error(`food-roles.tsv: ${key}: unknown role "${role}"`)
    return role
  })
