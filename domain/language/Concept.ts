import { conceptLines, readRow } from "./Knowledge.ts"
import { Language } from "./Language.ts"

/** A food, or a property of foods such as `frozen`, with what it is called. */
export interface Concept {
  /** stable, short, ASCII */
  readonly id: string
  /** the foods that it is filed under: kinds of those, or close to them */
  readonly under: ReadonlyArray<string>
  readonly names: ReadonlyArray<ConceptName>
}

/**
 * `name`: means this food and no other; all such names of a concept are equal. `modifier`: an adjective made from it,
 * which tells what something else contains (*яблочный*). `hint`: points to it, without being equal: the name of a kind,
 * or a word with several meanings.
 */
export type NameUse = "name" | "modifier" | "hint"

export interface ConceptName {
  readonly text: string
  readonly language: Language
  readonly use: NameUse
  /** no kind of what its words name: a hot dog is no dog */
  readonly opaque: boolean
}

const uses: Readonly<Record<string, NameUse>> = { "~": "modifier", "?": "hint" }

const toName = (text: string, language: Language): ConceptName => {
  const mark = text.slice(0, 1)
  const use = uses[mark]
  const opaque = mark === "!"
  return { text: use !== undefined || opaque ? text.slice(1) : text, language, use: use ?? "name", opaque }
}

/** A line of the compiled lexicon: `id|under|` and the names of each language, marked as in `foods.tsv`. */
const toConcept = (line: string): Concept => {
  const { attributes, names } = readRow(line, 2)
  const [id = "", under = ""] = attributes
  return {
    id,
    under: under === "" ? [] : under.split(","),
    names: Language.literals.flatMap((language) => names[language].map((text) => toName(text, language)))
  }
}

/** All concepts; a food comes before those filed under it. */
export const concepts: ReadonlyArray<Concept> = conceptLines.map(toConcept)
