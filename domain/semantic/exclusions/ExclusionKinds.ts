import { rowsOf } from "../../language/Knowledge.ts"
import { readWeights, type Weights } from "../Weights.ts"

/** What a question may rule out: an allergen or what a diet forbids, by its id in `exclusion-kinds.tsv`. */
interface ExclusionKind {
  readonly id: string
  /** what contains it contains these as well: what has milk has lactose */
  readonly implied: ReadonlyArray<string>
  readonly strictness: string
  /** can it be taken out of a food, so that milk is in it and no lactose? */
  readonly isRemovable: boolean
  /** what is offered to somebody who asks for nothing else */
  readonly facets: Weights
}

export const idsIn = (cell: string): ReadonlyArray<string> => cell.split(" ").filter((id) => id !== "")

const kinds: ReadonlyArray<ExclusionKind> = rowsOf("exclusion-kinds").map(
  ({ attributes: [id = "", implied = "", strictness = "", facets = "", removable = ""] }) => ({
    id,
    implied: idsIn(implied),
    strictness,
    isRemovable: removable === "removable",
    facets: readWeights(facets)
  })
)

const byId: ReadonlyMap<string, ExclusionKind> = new Map(kinds.map((kind) => [kind.id, kind]))

/** All of them, in the order of their dimensions. */
export const exclusionIds: ReadonlyArray<string> = kinds.map(({ id }) => id)

const allergens: ReadonlyArray<string> = kinds.flatMap(({ id, strictness }) => (strictness === "allergen" ? [id] : []))

export const isAllergen = (id: string): boolean => byId.get(id)?.strictness === "allergen"

/** Must a food be known to be free of it, rather than only not known to contain it? */
export const isStrict = (id: string): boolean => byId.get(id)?.strictness !== "ingredient"

export const isRemovable = (id: string): boolean => byId.get(id)?.isRemovable === true

/** What is offered to somebody who only says what is ruled out. */
export const facetsWithout = (id: string): Weights => byId.get(id)?.facets ?? new Map()

/** These, and what they imply. */
export const withImplied = (ids: Iterable<string>): ReadonlySet<string> => {
  const given = new Set(ids)
  return new Set([...given, ...kinds.flatMap(({ id, implied }) => (given.has(id) ? implied : []))])
}

/** The exclusion and those that imply it: what is free of animal products is free of milk. */
const narrower: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  exclusionIds.map((id) => [
    id,
    kinds.filter((kind) => kind.id === id || kind.implied.includes(id)).map((each) => each.id)
  ])
)

export const withNarrower = (ids: Iterable<string>): ReadonlySet<string> =>
  new Set([...ids].flatMap((id) => narrower.get(id) ?? []))

const macros: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["all", exclusionIds],
  ["allergens", allergens]
])

/** The ids of a cell, where `all` stands for all of them and `allergens` for the allergens. */
export const readIds = (cell: string): ReadonlyArray<string> => idsIn(cell).flatMap((id) => macros.get(id) ?? [id])
