import { once } from "node:events"
import { argv, stdout } from "node:process"
import { readBundled } from "../data/semantic/BundledModel.ts"
import { generatedProducts } from "./GeneratedProducts.ts"

/**
 * node bin/node.mjs bench/generate.ts rows [seed] [first] > products.jsonl
 *
 * Writes products like those of the bundled catalogue, as JSON lines of Open Food Facts: `rows` of them from number `first`
 * on, each with a code of its own.
 */
const [rows = "1000", seed = "1", first = "0"] = argv.slice(2)
const linesPerWrite = 1_000

const product = generatedProducts(Number(seed), await readBundled())
for (let from = 0; from < Number(rows); from += linesPerWrite) {
  const count = Math.min(linesPerWrite, Number(rows) - from)
  const lines = Array.from({ length: count }, (_, i) => `${JSON.stringify(product(Number(first) + from + i))}\n`)
  if (!stdout.write(lines.join(""))) await once(stdout, "drain")
}
