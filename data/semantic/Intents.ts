import { readFileSync } from "node:fs"
import { trainClassifier } from "../../domain/semantic/intents/ClassifierTraining.ts"
import { encodeClassifierFile } from "../../domain/semantic/intents/ClassifierFile.ts"
import { featureCount, intentFeatures } from "../../domain/semantic/intents/IntentFeatures.ts"
import { readText } from "../../domain/semantic/NeedReader.ts"
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
    const { foods, implied, said } = readText(need, "query")
    if (implied.size + said.size + foods.length === 0)
      problems.push(`intents:${line}: the grammar reads nothing in "${need}"`)
  }
  return { table, problems }
}

/** The classifier's file, of the wordings in the table. */
export const trainIntents = ({ rows }: Table, encoder: SentenceEncoder): Uint8Array => {
  const examples = rows.flatMap(({ names }, need) =>
    names.flat().map((wording) => ({ need, features: intentFeatures(wording, encoder) }))
  )
  const needs = rows.map(({ attributes: [need = ""] }) => need)
  return encodeClassifierFile(trainClassifier({ needs, examples, featureCount: featureCount(encoder.dimensions) }))
}
