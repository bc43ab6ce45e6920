/** Checks the wordings of `intents.tsv` and trains their classifier: `node bin/node.mjs data/semantic/train-intents.ts`. */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"
import { readIntents, trainIntents } from "./Intents.ts"

const { problems, table } = readIntents()
if (problems.length > 0) {
  console.error(`${problems.join("\n")}\n${problems.length} problems; intents.bin.gz is unchanged`)
  process.exit(1)
}
const compressed = gzipSync(trainIntents(table, readSentenceEncoder()), { level: 9 })
writeFileSync(new URL("./intents.bin.gz", import.meta.url), compressed)
console.log(`${table.rows.length} rows, ${table.rows.flatMap(({ names }) => names.flat()).length} wordings, ${compressed.length} bytes`)
