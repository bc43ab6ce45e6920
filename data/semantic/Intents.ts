import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"
import { intentFile } from "../../domain/semantic/intents/IntentClassifier.ts"
import { featureCount, intentFeatures, type Wording, wordingOf } from "../../domain/semantic/intents/IntentFeatures.ts"
import { readNeed } from "../../domain/semantic/intents/KnownNeeds.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import type { SentenceEncoder } from "../../domain/semantic/sentence/SentenceEncoder.ts"
import { checkPhrases, checkScripts } from "../language/CheckTables.ts"
import { type Problems, readTable, type Table } from "../language/Table.ts"

/** The table of wordings, and all that is wrong with it, a line each. */
export const readIntents = (): { readonly table: Table; readonly problems: ReadonlyArray<string> } => {
  const problems: Problems = []
  const text = readFileSync(new URL("./intents.tsv", import.meta.url), "utf8")
  const table = readTable("intents", text, problems)
  checkScripts(table, problems)
  checkPhrases(table, problems)
  for (const { attributes: [need = ""], line } of table.rows) {
    if (need === "") continue
    const { foods, implied, said } = readNeed(need)
    if (implied.size + said.size + foods.length === 0)
      problems.push(`intents:${line}: neither the grammar nor need-answers.tsv knows "${need}"`)
  }
  return { table, problems }
}

/** Of the wordings so many name a food that belongs to the need. */
const oftenShare = 0.25

/** Foods that the need itself is about, rather than one that somebody named with it. */
const foodsOften = (wordings: ReadonlyArray<Wording>): ReadonlyArray<string> => {
  const named = wordings.map(({ foods }) => new Set(foods))
  const foods = new Set(named.flatMap((each) => [...each]))
  return [...foods].filter((food) => named.filter((each) => each.has(food)).length >= oftenShare * wordings.length)
}

/** A word of so many wordings is one that people use. */
const wordingsMin = 2

/** Where another word that many times as often is written differs by one letter, and stands in most of the same rows, this one is a slip. */
const oftener = 5
const rowsShare = 0.5

/** The word with each of its letters left out, and as it is: words one letter apart have one in common. */
const shortened = (word: string): ReadonlyArray<string> => [
  word,
  ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))
]

interface WordUse {
  count: number
  readonly rows: Set<number>
}

const usesOf = (wordings: ReadonlyArray<ReadonlyArray<Wording>>): ReadonlyMap<string, WordUse> => {
  const uses = new Map<string, WordUse>()
  for (const [row, each] of wordings.entries())
    for (const { text } of each)
      for (const word of new Set(tokenize(text).flatMap(({ isNumber, written }) => (isNumber ? [] : [written])))) {
        const use = uses.get(word) ?? { count: 0, rows: new Set() }
        use.count++
        use.rows.add(row)
        uses.set(word, use)
      }
  return uses
}

/** Words that people use, without slips: "protien" stands where "protein" does. */
const commonWords = (wordings: ReadonlyArray<ReadonlyArray<Wording>>): ReadonlyArray<string> => {
  const uses = usesOf(wordings)
  const near = new Map<string, Array<WordUse>>()
  for (const [word, use] of uses)
    for (const key of shortened(word)) near.set(key, [...(near.get(key) ?? []), use])
  const isSlip = (word: string, { count, rows }: WordUse): boolean =>
    shortened(word).some((key) =>
      (near.get(key) ?? []).some(
        (other) =>
          other.count >= oftener * count && rows.intersection(other.rows).size > rowsShare * rows.size
      )
    )
  return [...uses].flatMap(([word, use]) => (use.count >= wordingsMin && !isSlip(word, use) ? [word] : [])).toSorted()
}

/** Names the wordings of the table: other wordings have another name. */
export const sourceOf = ({ rows }: Table): string =>
  createHash("sha256").update(JSON.stringify(rows)).digest("hex").slice(0, 12)

/** The classifier's file, of the wordings in the table. Takes minutes. */
export const trainIntents = (table: Table, encoder: SentenceEncoder): Uint8Array => {
  const { rows } = table
  const wordings = rows.map(({ names }) => names.flat().map((text) => wordingOf(text)))
  const examples = wordings.flatMap((each, need) =>
    each.map((wording) => ({ of: need, features: intentFeatures(wording, encoder) }))
  )
  const [first, ...more] = rows.map(({ attributes: [need = ""] }, i) => ({ need, foods: foodsOften(wordings[i] ?? []) }))
  if (first === undefined) throw new Error("a table of no wordings")
  const about = { source: sourceOf(table), words: commonWords(wordings), needs: [first, ...more] as const }
  const count = featureCount(encoder.dimensions)
  return intentFile.encode(about, trainClassifier({ classCount: rows.length, examples, featureCount: count }))
}
