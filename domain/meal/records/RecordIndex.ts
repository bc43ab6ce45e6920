import type { ProductId } from "../../product/ProductId.ts"
import { productIdOf, type ProductSource } from "../../product/ProductId.ts"
import { priorOf } from "./Prior.ts"
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
  readonly positions: ReadonlyArray<number>
  /** `sugar=none` */
  readonly attributes: ReadonlyArray<string>
  readonly concepts: ReadonlyArray<{ readonly concept: number; readonly start: number; readonly length: number }>
}

/** The foods of the lexicon that the word at a position is of. */
export const conceptsAt = ({ concepts }: IndexedName, position: number): ReadonlyArray<number> =>
  concepts.filter(({ length, start }) => position >= start && position < start + length).map(({ concept }) => concept)

/** A generic food of the bundled catalogue. */
export interface IndexedRecord {
  readonly id: ProductId
  readonly reports: number
  /** of 100 g */
  readonly kcal: number
  readonly fat: number
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

const roleLetters = "HKCLWOQA"
const wordPattern = /^([0-9a-z]+)([A-Z=#@])([0-9a-z]?)([0-9a-z]?)$/

const toName = (text: string): IndexedName => {
  const [forms = "0", ...words] = text.split(" ")
  const name = {
    isAlias: forms.includes("~"),
    isDish: forms.includes("!"),
    language: forms.split("=")[1] ?? "en",
    forms: Number.parseInt(forms, 36),
    terms: new Array<number>(),
    roles: new Array<TermRole>(),
    positions: new Array<number>(),
    attributes: new Array<string>(),
    concepts: new Array<IndexedName["concepts"][number]>()
  }
  for (const word of words) {
    const [, number = "", kind = "", start = "0", length = "1"] = wordPattern.exec(word) ?? []
    const term = Number.parseInt(number, 36)
    if (kind === "=") name.attributes.push(compiled.terms[term] ?? "")
    else if (kind === "#" || kind === "@")
      name.concepts.push({ concept: term, start: Number.parseInt(start, 36), length: Number.parseInt(length, 36) })
    else {
      name.terms.push(term)
      name.roles.push(termRoles[roleLetters.indexOf(kind)] ?? "later")
      name.positions.push(Number.parseInt(start, 36))
    }
  }
  return name
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

const toRecord = (line: string): IndexedRecord | null => {
  const [id = "", reports, kcal, fat, group = "0", names = "", extra = ""] = line.split("|")
  const known = idOf(id)
  if (known === null) return null
  const read = names.split(",").map(toName)
  return {
    id: known,
    reports: Number(reports),
    kcal: Number(kcal),
    fat: Number(fat),
    group: compiled.groups[Number.parseInt(group, 36)] ?? "",
    names: read,
    terms: new Set(
      read.flatMap(({ concepts, roles, terms }) => [
        ...terms.filter((_, i) => roles[i] !== "absent"),
        ...concepts.map(({ concept }) => concept)
      ])
    ),
    forms: read.reduce((bits, name) => bits | name.forms, 0),
    attributes: new Set(read.flatMap(({ attributes }) => attributes)),
    extra: new Set(extra === "" ? [] : extra.split(" ").map((term) => Number.parseInt(term, 36)))
  }
}

const numberPattern = /([ |])([0-9a-z]+)([A-Z=#@]?)/g

/** The generic foods of the bundled catalogue by the terms of their names. */
export interface RecordIndex {
  /** the number of a term; `undefined`: no name has it */
  readonly termOf: (text: string) => number | undefined
  readonly numberOf: (id: ProductId) => number | undefined
  /** it is a word of the name of a brand */
  readonly isBrand: (term: number) => boolean
  /** how much a term tells: the logarithm of how few records have it */
  readonly weightOf: (term: number) => number
  /** the records of a term, by their numbers */
  readonly recordsOf: (term: number) => ReadonlyArray<number>
  /** those of them that may be about it */
  readonly recordsAbout: (term: number) => ReadonlyArray<number>
  readonly record: (number: number) => IndexedRecord | null
  /** `priorOf` each record */
  readonly priors: Float32Array
  readonly size: number
}

let index: RecordIndex | null = null

/** Reading the names takes a moment, which a program that reads no meals need not wait for. */
export const recordIndex = (): RecordIndex => (index ??= makeIndex())

const makeIndex = (): RecordIndex => {
  const numbers = new Map(compiled.terms.map((term, i) => [term, i]))
  const ids = new Map<string, number>(compiled.records.map((line, i) => [line.slice(0, line.indexOf("|")), i]))
  const postings = compiled.terms.map(() => new Array<number>())
  const topics = compiled.terms.map(() => new Array<number>())
  for (const [i, line] of compiled.records.entries())
    for (const { kind, term } of termsIn(line)) {
      add(postings[term], i)
      if (topicKinds.has(kind)) add(topics[term], i)
    }
  const records = new Map<number, IndexedRecord | null>()
  const brands = new Set(compiled.brands.split(" ").map((term) => Number.parseInt(term, 36)))
  const size = compiled.records.length
  return {
    termOf: (text) => numbers.get(text),
    numberOf: (id) => ids.get(id),
    isBrand: (term) => brands.has(term),
    weightOf: (term) => Math.log(1 + size / (1 + (postings[term]?.length ?? 0))),
    recordsOf: (term) => postings[term] ?? [],
    recordsAbout: (term) => topics[term] ?? [],
    priors: Float32Array.from(compiled.records, (line) => priorOf(Number(line.split("|", 2)[1]))),
    record: (number) => {
      const known = records.get(number)
      if (known !== undefined) return known
      const read = toRecord(compiled.records[number] ?? "")
      records.set(number, read)
      return read
    },
    size
  }
}

const add = (records: Array<number> | undefined, record: number): void => {
  if (records !== undefined && records.at(-1) !== record) records.push(record)
}

const topicKinds: ReadonlySet<string> = new Set(["H", "K", "L", "@"])

/** Numbers behind a space, and the first of the descriptions: before the other bars stands something else. */
function* termsIn(line: string): Generator<{ readonly term: number; readonly kind: string }> {
  const last = line.lastIndexOf("|")
  numberPattern.lastIndex = 0
  for (let match = numberPattern.exec(line); match !== null; match = numberPattern.exec(line)) {
    const [, before, number = "", kind = ""] = match
    if (before === " " || match.index === last) yield { term: Number.parseInt(number, 36), kind }
  }
}
