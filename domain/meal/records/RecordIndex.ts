import { makeMemory } from "../../Remembering.ts"
import type { ProductId } from "../../product/ProductId.ts"
import { type IndexedRecord, toRecord } from "./IndexedRecord.ts"
import { priorOf } from "./Prior.ts"
import compiled from "./records.json" with { type: "json" }

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
  readonly recordsOf: (term: number) => Int32Array
  /** those of them that may be about it */
  readonly recordsAbout: (term: number) => Int32Array
  readonly record: (number: number) => IndexedRecord | null
  /** how likely each record is before anything is said: what is eaten often and has a short name */
  readonly priors: Float32Array
  readonly size: number
}

let index: RecordIndex | null = null

/** Reading the names takes a moment, which a program that reads no meals need not wait for. */
export const recordIndex = (): RecordIndex => (index ??= makeIndex())

const makeIndex = (): RecordIndex => {
  const numbers = new Map(compiled.terms.map((term, i) => [term, i]))
  const ids = new Map<string, number>(compiled.records.map((line, i) => [line.slice(0, line.indexOf("|")), i]))
  const all = compiled.terms.map(() => new Array<number>())
  const about = compiled.terms.map(() => new Array<number>())
  for (const [i, line] of compiled.records.entries())
    for (const { kind, term } of termsIn(line)) {
      add(all[term], i)
      if (topicKinds.has(kind)) add(about[term], i)
    }
  const postings = all.map((list) => Int32Array.from(list))
  const topics = about.map((list) => Int32Array.from(list))
  const records = makeMemory<IndexedRecord | null, number>(recordsMax)
  const brands = new Set(compiled.brands.split(" ").map((term) => Number.parseInt(term, 36)))
  const size = compiled.records.length
  const weights = Float32Array.from(postings, (records) => Math.log(1 + size / (1 + records.length)))
  return {
    termOf: (text) => numbers.get(text),
    numberOf: (id) => ids.get(id),
    isBrand: (term) => brands.has(term),
    weightOf: (term) => weights[term] ?? 0,
    recordsOf: (term) => postings[term] ?? noRecords,
    recordsAbout: (term) => topics[term] ?? noRecords,
    priors: Float32Array.from(
      compiled.records,
      (line, i) => priorOf(Number(line.split("|", 2)[1])) - wordCost * Number.parseInt(compiled.lengths[i] ?? "0", 36)
    ),
    record: (number) => records.recall(number, () => toRecord(compiled.records[number] ?? "")),
    size
  }
}

/** What a word of a name costs that may not have been said. */
const wordCost = 0.1

/** Records that are kept read: about 5 MB. */
const recordsMax = 3_000

const noRecords = new Int32Array()

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
