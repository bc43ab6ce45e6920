/**
 * Compiles the lexicon into the file that `domain/lexicon` reads: `node bin/node.mjs data/lexicon/build.ts [--review]`;
 * `--review` prints what became of each node of the taxonomies.
 */
import { writeFileSync } from "node:fs"
import { compileLexicon } from "./Compile.ts"
import { readSources } from "./Sources.ts"

const { concepts, review } = compileLexicon(readSources())
const output = new URL("../../domain/lexicon/concepts.json", import.meta.url)
writeFileSync(output, `${JSON.stringify({ concepts }, null, 2)}\n`)
if (process.argv.includes("--review")) console.log(review.join("\n"))
console.log(`${concepts.length} concepts`)
