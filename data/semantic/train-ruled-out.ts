/** Checks the sentences of `ruled-out.txt` and trains their classifier: `node bin/node.mjs data/semantic/train-ruled-out.ts`. */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { readSentenceEncoder } from "../../infra/embedding/BundledSentences.ts"
import { readIntents } from "./Intents.ts"
import { readRuledOut, trainRuledOut } from "./RuledOut.ts"

const { problems, sentences } = readRuledOut()
if (problems.length > 0) {
  console.error(`${problems.join("\n")}\n${problems.length} problems; ruled-out.bin.gz is unchanged`)
  process.exit(1)
}
const compressed = gzipSync(trainRuledOut(sentences, readIntents().table, readSentenceEncoder()), { level: 9 })
writeFileSync(new URL("./ruled-out.bin.gz", import.meta.url), compressed)
console.log(`${sentences.length} sentences, ${compressed.length} bytes`)
