import { type Problems, readTable } from "./Table.ts"

/** One row of `foods.tsv`. Names keep their marks. */
export interface FoodRow {
  readonly id: string
  readonly under: ReadonlyArray<string>
  /** facets of search by meaning; a food without any has those of the one it is filed under */
  readonly facets: string
  /** in the order of `Language.literals` */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
}

/** Reads `foods.tsv`, whose head explains the form. */
export const readFoods = (text: string, problems: Problems): ReadonlyArray<FoodRow> =>
  readTable("foods", text, problems).rows.map(({ attributes: [id = "", under = "", facets = ""], names }) => ({
    id,
    under: under === "" ? [] : [under],
    facets,
    names
  }))
