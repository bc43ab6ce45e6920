import type { Language } from "../text/Language.ts"
import compiled from "./concepts.json" with { type: "json" }

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

const listed = (column: string | undefined): ReadonlyArray<string> =>
  column === undefined || column === "" ? [] : column.split(",")

/** A line of the compiled file: `id|under|en|ru|ar`, lists separated by commas, names marked as in the source. */
const toConcept = (line: string): Concept => {
  const [id, under, en, ru, ar] = line.split("|")
  return {
    id: id ?? "",
    under: listed(under),
    names: [
      ...listed(en).map((text) => toName(text, "en")),
      ...listed(ru).map((text) => toName(text, "ru")),
      ...listed(ar).map((text) => toName(text, "ar"))
    ]
  }
}

/** All concepts; a food comes before those filed under it. */
export const concepts: ReadonlyArray<Concept> = compiled.concepts.map(toConcept)
