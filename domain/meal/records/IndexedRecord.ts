import { type ProductId, productIdOf, type ProductSource } from "../../product/ProductId.ts"
import { mealFoods } from "../FoodTable.ts"
import { termRoles, type TermRole } from "./NameReading.ts"
import compiled from "./records.json" with { type: "json" }

/** A name of a record, its terms by their numbers. */
export interface IndexedName {
  /** it may be that of a food for which the record stands in */
  readonly isAlias: boolean
  /** it is made of several foods anyway: a sandwich */
  readonly isDish: boolean
  readonly language: string
  readonly forms: number
  readonly terms: ReadonlyArray<number>
  readonly roles: ReadonlyArray<TermRole>
  /** the foods of the lexicon that each term is a word of, and all of them */
  readonly foods: ReadonlyArray<ReadonlyArray<number>>
  readonly concepts: ReadonlyArray<number>
  /** `sugar=none` */
  readonly attributes: ReadonlyArray<string>
}

/** A generic food of the bundled catalogue. */
export interface IndexedRecord {
  readonly id: ProductId
  readonly reports: number
  /** of 100 g */
  readonly kcal: number
  readonly fat: number
  /** the percentage of fat that labels of it state, of cheese that of its dry matter; `null` when they state none */
  readonly labelledFat: number | null
  readonly group: string
  readonly names: ReadonlyArray<IndexedName>
  /** the terms and attributes of all its names */
  readonly terms: ReadonlySet<number>
  readonly attributes: ReadonlySet<string>
  /** the preparations that any of its names says */
  readonly forms: number
  /** terms that are said for it beside its names */
  readonly extra: ReadonlySet<number>
}

/** By which the roles of words are written, in the order of `termRoles`. */
export const roleLetters = "HKCLWOQA"
const wordPattern = /^([0-9a-z]+)([A-Z=#@])([0-9a-z]?)([0-9a-z]?)$/

interface Place {
  readonly concept: number
  readonly start: number
  readonly end: number
}

const toName = (text: string): IndexedName => {
  const [forms = "0", ...words] = text.split(" ")
  const terms: Array<number> = []
  const roles: Array<TermRole> = []
  const positions: Array<number> = []
  const attributes: Array<string> = []
  const places: Array<Place> = []
  for (const word of words) {
    const [, number = "", kind = "", at = "0", length = "1"] = wordPattern.exec(word) ?? []
    const term = Number.parseInt(number, 36)
    const start = Number.parseInt(at, 36)
    if (kind === "=") attributes.push(compiled.terms[term] ?? "")
    else if (kind === "#" || kind === "@")
      places.push({ concept: term, start, end: start + Number.parseInt(length, 36) })
    else {
      terms.push(term)
      roles.push(termRoles[roleLetters.indexOf(kind)] ?? "later")
      positions.push(start)
    }
  }
  return {
    isAlias: forms.includes("~"),
    isDish: forms.includes("!"),
    language: forms.split("=")[1] ?? "en",
    forms: Number.parseInt(forms, 36),
    terms,
    roles,
    foods: positions.map((at) =>
      places.flatMap(({ concept, end, start }) => (at >= start && at < end ? [concept] : []))
    ),
    concepts: places.map(({ concept }) => concept),
    attributes
  }
}

const sources: ReadonlyArray<readonly [string, ProductSource]> = [
  ["c_", "curated"],
  ["usda_", "usda"]
]

const idOf = (text: string): ProductId | null => {
  for (const [prefix, source] of sources)
    if (text.startsWith(prefix)) return productIdOf(source, text.slice(prefix.length))
  return null
}

/** Reads a line of the compiled records; `null` for an id that is none. */
export const toRecord = (line: string): IndexedRecord | null => {
  const [id = "", reports, kcal, fat, group = "0", names = "", extra = ""] = line.split("|")
  const known = idOf(id)
  if (known === null) return null
  const read = names.split(",").map(toName)
  return {
    id: known,
    reports: Number(reports),
    kcal: Number(kcal),
    fat: Number(fat),
    labelledFat: mealFoods().get(known)?.own.get("fat") ?? null,
    group: compiled.groups[Number.parseInt(group, 36)] ?? "",
    names: read,
    terms: new Set(
      read.flatMap(({ concepts, roles, terms }) => [...terms.filter((_, i) => roles[i] !== "absent"), ...concepts])
    ),
    forms: read.reduce((bits, name) => bits | name.forms, 0),
    attributes: new Set(read.flatMap(({ attributes }) => attributes)),
    extra: new Set(extra === "" ? [] : extra.split(" ").map((term) => Number.parseInt(term, 36)))
  }
}
