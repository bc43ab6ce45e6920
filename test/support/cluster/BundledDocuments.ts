import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { openSource, type SourceKind } from "../../../infra/sources/OpenSource.ts"
import { type ProductDocument, toDocument } from "../../../projections/product-search/ProductDocument.ts"

const files: ReadonlyArray<readonly [SourceKind, string]> = [
  ["curated", "curated.jsonl"],
  ["fdc", "usda.zip"],
  ["off", "off.jsonl.gz"]
]

const readFile = async ([kind, name]: readonly [SourceKind, string]): Promise<ReadonlyArray<ProductDocument>> => {
  const path = fileURLToPath(new URL(`../../../data/${name}`, import.meta.url))
  const reader = await Effect.runPromise(openSource(kind, path))
  const documents: Array<ProductDocument> = []
  for await (const rows of reader.rows) {
    for (const { outcome } of rows) if (outcome._tag === "Accepted") documents.push(toDocument(outcome.facts, 1))
  }
  return documents
}

/** The catalogue that comes with the program, as the projection describes it. */
export const bundledDocuments: Effect.Effect<ReadonlyArray<ProductDocument>> = Effect.promise(async () =>
  (await Promise.all(files.map(readFile))).flat()
)
