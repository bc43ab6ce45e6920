type Row = ReadonlyMap<string, string>

/** What a record is delivered for, which says nothing of what is in it. */
const deliveries = / \(Includes foods for USDA's Food Distribution Program\)/g

/**
 * The names of the records that each food of the survey is made of, by food code. An ingredient that is a food of the
 * survey itself is replaced by what that is made of.
 */
export const fnddsIngredients = (rows: ReadonlyArray<Row>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const byFood = Map.groupBy(rows, (row) => row.get("Food code") ?? "")
  const expanded = (code: string, within: ReadonlyArray<string>): ReadonlyArray<string> =>
    (byFood.get(code) ?? []).flatMap((row) => {
      const ingredient = row.get("Ingredient code") ?? ""
      const isDish = byFood.has(ingredient) && ingredient !== code && !within.includes(ingredient)
      const name = (row.get("Ingredient description") ?? "").replaceAll(deliveries, "")
      return isDish ? expanded(ingredient, [...within, code]) : [name]
    })
  return new Map([...byFood.keys()].map((code) => [code, [...new Set(expanded(code, []))]]))
}
