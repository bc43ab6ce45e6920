/** Trains the meaning model on the bundled catalogue: `node bin/node.mjs data/semantic/train.ts`. */
import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { readBundled, trainModel } from "./BundledModel.ts"

const products = await readBundled()
const { file, id } = trainModel(products)
const compressed = gzipSync(file, { level: 9 })
writeFileSync(new URL("./model.bin.gz", import.meta.url), compressed)
console.log(`${id}: ${products.length} products, ${compressed.length} bytes`)
