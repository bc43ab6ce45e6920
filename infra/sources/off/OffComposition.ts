import { rowsOf } from "../../../domain/language/Knowledge.ts"
import { languages } from "../../../domain/language/Languages.ts"
import { type Composition, type IngredientList, Substance } from "../../../domain/product/Composition.ts"
import { ingredientListOf } from "../IngredientText.ts"
import { undeterminedLanguage } from "../Names.ts"
import { list, type OffRecord } from "./OffRecord.ts"

interface Meaning {
  readonly contains: ReadonlyArray<string>
  readonly free: ReadonlyArray<string>
}

const idsIn = (cell: string): ReadonlyArray<string> => cell.split(" ").filter((id) => id !== "")

/** What tags say, by the field and the tag. */
const meanings: ReadonlyMap<string, Meaning> = new Map(
  rowsOf("source-tags").map(({ attributes: [tag = "", field = "", contains = "", free = ""] }) => [
    `${field} ${tag}`,
    { contains: idsIn(contains), free: idsIn(free) }
  ])
)

const meaningsOf = (field: string, tags: ReadonlyArray<string>): ReadonlyArray<Meaning> =>
  tags.flatMap((tag) => meanings.get(`${field} ${tag}`) ?? [])

/** A field of tags; exports of the whole database have those of allergens only under the plain name. */
const tagsIn = (record: OffRecord, field: string): ReadonlyArray<string> => {
  const tags = list(record[`${field}_tags`])
  return tags.length > 0 ? tags : list(record[field])
}

const substances = (ids: ReadonlyArray<string>): ReadonlyArray<Substance> =>
  ids.length === 0 ? [] : Substance.literals.filter((id) => ids.includes(id))

/**
 * What the record states of what is in the product. Absent when it states nothing. The ingredients are those of the main
 * language, or of one that can be read, where there are such.
 */
export const offComposition = (record: OffRecord, language: string): { readonly composition?: Composition } => {
  const labels = meaningsOf("labels", tagsIn(record, "labels"))
  const analysis = meaningsOf("analysis", list(record["ingredients_analysis_tags"]))
  const said = [...meaningsOf("allergens", tagsIn(record, "allergens")), ...labels, ...analysis]
  const composition: Composition = {
    contains: substances(said.flatMap(({ contains }) => contains)),
    mayContain: substances(meaningsOf("allergens", tagsIn(record, "traces")).flatMap(({ contains }) => contains)),
    freeOf: substances(said.flatMap(({ free }) => free)),
    ingredients: ingredientsOf(record, language)
  }
  const { contains, freeOf, ingredients, mayContain } = composition
  return contains.length + mayContain.length + freeOf.length > 0 || ingredients !== null ? { composition } : {}
}

const ingredientsOf = (record: OffRecord, main: string): IngredientList | null => {
  const read: ReadonlyArray<string> = languages
  const order = read.includes(main) ? [main, ...read] : [...read, main]
  for (const language of order) {
    const text = record[`ingredients_text_${language}`] ?? (language === main ? record["ingredients_text"] : undefined)
    const found = ingredientListOf(text, language, "label")
    if (found !== null) return found
  }
  return ingredientListOf(record["ingredients_text"], main === "" ? undeterminedLanguage : main, "label")
}
