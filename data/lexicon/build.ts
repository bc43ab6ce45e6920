/**
 * Compiles the lexicon into the files that `domain/lexicon` and `domain/meaning` read: `node bin/node.mjs data/lexicon/build.ts [--review]`;
 * `--review` prints what became of each node of the taxonomies.
 */
import { writeFileSync } from "node:fs"
import { compileLexicon } from "./Compile.ts"
import { readSources } from "./Sources.ts"

const { concepts, facets, review } = compileLexicon(readSources())
const write = (file: string, content: object) =>
  writeFileSync(new URL(`../../domain/${file}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
write("lexicon/concepts.json", { concepts })
write("meaning/facets.json", { facets })
if (process.argv.includes("--review")) console.log(review.join("\n"))
console.log(`${concepts.length} concepts`)
