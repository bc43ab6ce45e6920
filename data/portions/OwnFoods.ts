/** A line of `foods.txt`: `key | weights and forms | also en | also ru | also ar`. */
export interface OwnFood {
  readonly settings: ReadonlyMap<string, string>
  readonly also: ReadonlyArray<ReadonlyArray<string>>
}

/** A comma before a digit is that of a decimal ("milk 2,5%"). */
const listed = (column: string | undefined): ReadonlyArray<string> =>
  (column ?? "").split(/,(?!\d)/).flatMap((text) => (text.trim() === "" ? [] : [text.trim()]))

/** Reads `foods.txt`, by key; a group of FoodData Central stands under `@` and its name. */
export const ownFoods = (text: string): ReadonlyMap<string, OwnFood> => {
  const foods = new Map<string, OwnFood>()
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue
    const [key = "", settings = "", ...also] = line.split("|").map((column) => column.trim())
    if (foods.has(key)) throw new Error(`foods.txt: ${key} stands twice`)
    const pairs = settings.split(/\s+/).flatMap((pair): ReadonlyArray<readonly [string, string]> => {
      const [name = "", value = ""] = pair.split("=")
      return name === "" ? [] : [[name, value]]
    })
    foods.set(key, { settings: new Map(pairs), also: [0, 1, 2].map((column) => listed(also[column])) })
  }
  return foods
}
