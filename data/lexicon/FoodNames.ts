/** One line of `foods.txt`. Names keep their marks. */
export interface FoodLine {
  readonly id: string
  readonly under: ReadonlyArray<string>
  /** facets of search by meaning; a food without any has those of the one it is filed under */
  readonly facets: string
  readonly names: readonly [en: ReadonlyArray<string>, ru: ReadonlyArray<string>, ar: ReadonlyArray<string>]
}

const listed = (column: string | undefined): ReadonlyArray<string> =>
  (column ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Reads `foods.txt`; its head explains the form. */
export const readFoods = (text: string): ReadonlyArray<FoodLine> => {
  const foods: Array<FoodLine> = []
  let above: FoodLine | undefined
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue
    const isUnder = line.startsWith(">")
    const [id = "", facets = "", en, ru, ar] = line
      .replace(/^>/, "")
      .split("|")
      .map((column) => column.trim())
    if (isUnder && above === undefined) throw new Error(`under what: ${line}`)
    const food: FoodLine = {
      id,
      under: isUnder && above !== undefined ? [above.id] : [],
      facets,
      names: [listed(en), listed(ru), listed(ar)]
    }
    foods.push(food)
    if (!isUnder) above = food
  }
  return foods
}
