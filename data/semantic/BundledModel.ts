import { Effect } from "effect"
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { encodeModelFile } from "../../domain/semantic/ModelFile.ts"
import { modelOf } from "../../domain/semantic/MeaningModel.ts"
import { corpusStatisticsOf } from "../../domain/semantic/Training.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { openSource, type SourceKind } from "../../infra/sources/OpenSource.ts"

const bundled: ReadonlyArray<readonly [SourceKind, string]> = [
  ["curated", "curated.jsonl"],
  ["fdc", "usda.zip"],
  ["fdc", "fndds.jsonl.gz"],
  ["off", "off.jsonl.gz"]
]

/** The bundled catalogue, as an import makes it. */
export const readBundled = async (): Promise<ReadonlyArray<ProductFacts>> => {
  const products: Array<ProductFacts> = []
  for (const [kind, file] of bundled) {
    const reader = await Effect.runPromise(openSource(kind, fileURLToPath(new URL(`../${file}`, import.meta.url))))
    for await (const batch of reader.rows)
      for (const { outcome } of batch) if (outcome._tag === "Accepted") products.push(outcome.facts)
  }
  return products
}

/** Steps of this size tell vectors apart; finer differences are rounding. */
const steps = 1000

/** Trains on the products; the model's id is a hash of what it learnt and of the vectors of these products. */
export const trainModel = (products: ReadonlyArray<ProductFacts>): { id: string; file: Uint8Array } => {
  const statistics = corpusStatisticsOf(products)
  const hash = createHash("sha256").update(encodeModelFile("", statistics))
  const { embedProduct } = modelOf("", statistics)
  for (const facts of products.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    hash.update(Int16Array.from(embedProduct(facts), (value) => Math.round(value * steps)))
  const id = `fooddata-${hash.digest("hex").slice(0, 16)}`
  return { id, file: encodeModelFile(id, statistics) }
}
