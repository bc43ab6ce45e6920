import { Schema } from "effect"
import { phrasesOf, rowsOf } from "../Knowledge.ts"
/** The units of `data/language/household-measures.tsv`. */
export const unitIds = [
  "mg",
  "g",
  "kg",
  "oz",
  "lb",
  "ml",
  "cl",
  "dl",
  "l",
  "floz",
  "pint",
  "quart",
  "tsp",
  "tbsp",
  "dessertspoon",
  "cup",
  "glass",
  "mug",
  "teacup",
  "coffeecup",
  "shot",
  "wineglass",
  "bowl",
  "plate",
  "ladle",
  "handful",
  "bite",
  "sip",
  "pinch",
  "drizzle",
  "can",
  "bottle",
  "carton",
  "pack",
  "jar",
  "bag",
  "packet",
  "pouch",
  "box",
  "pat",
  "piece",
  "pc",
  "whole",
  "slice",
  "clove",
  "bar",
  "roll",
  "scoop",
  "loaf",
  "bunch",
  "leaf",
  "stick",
  "fillet",
  "serving"
] as const
export type UnitId = (typeof unitIds)[number]

/** What a unit measures: grams, millilitres, a household measure that has a volume, or so many of a food. */
const Unit = Schema.Struct({
  kind: Schema.Literals(["mass", "volume", "measure", "count"]),
  /** grams of a mass, millilitres of a volume or measure, or what a container holds; 0 for what only counts */
  factor: Schema.FiniteFromString,
  /** a dish holds the whole of it; what a container holds is said of one of them ("2 cans of 330 ml") */
  use: Schema.Literals(["", "dish", "container"])
})
type Unit = typeof Unit.Type

export const units: Readonly<Record<UnitId, Unit>> = Schema.decodeUnknownSync(
  Schema.Record(Schema.Literals(unitIds), Unit)
)(
  Object.fromEntries(
    rowsOf("household-measures").map(({ attributes: [id = "", kind, factor, use] }) => [id, { kind, factor, use }])
  )
)

/** Is a word the id of a unit? */
export const isUnitId = (text: string): text is UnitId => Object.hasOwn(units, text)

/** The spellings of the units. Those of packages are spelt as on packages, too, and by their symbols. */
export const unitSpellings = (): ReadonlyArray<readonly [spelling: string, unit: UnitId]> => {
  const household = rowsOf("household-measures").map((row) => ({ id: row.attributes[0] ?? "", names: phrasesOf(row) }))
  const packaged = rowsOf("units").map((row) => {
    const [id = ""] = row.attributes
    return { id, names: [id, ...phrasesOf(row)] }
  })
  return [...household, ...packaged].flatMap(({ id, names }) =>
    isUnitId(id) ? names.map((name) => [name, id] as const) : []
  )
}
