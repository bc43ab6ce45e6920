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

/** A word of so many wordings is one that people use, not a slip. */
const wordingsMin = 2

const commonWords = (wordings: ReadonlyArray<Wording>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { text } of wordings)
    for (const word of new Set(tokenize(text).flatMap(({ isNumber, written }) => (isNumber ? [] : [written]))))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].flatMap(([word, count]) => (count >= wordingsMin ? [word] : [])).toSorted()
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
  const about = { source: sourceOf(table), words: commonWords(wordings.flat()), needs: [first, ...more] as const }
  const count = featureCount(encoder.dimensions)
  return intentFile.encode(about, trainClassifier({ classCount: rows.length, examples, featureCount: count }))
}
