/** Checks the sentences of `context-foods.txt` and trains their classifier: `node bin/node.mjs data/semantic/train-context-foods.ts`. */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"
import { readContextSentences, trainContextFoods } from "./ContextSentences.ts"

const { problems, sentences } = readContextSentences()
if (problems.length > 0) {
  console.error(`${problems.join("\n")}\n${problems.length} problems; context-foods.bin.gz is unchanged`)
  process.exit(1)
}
const compressed = gzipSync(trainContextFoods(sentences, readSentenceEncoder()), { level: 9 })
writeFileSync(new URL("./context-foods.bin.gz", import.meta.url), compressed)
console.log(`${sentences.length} sentences, ${compressed.length} bytes`)
