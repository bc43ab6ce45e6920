import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { openByteSource } from "../infra/sources/ByteSource.ts"
import { lineBatches } from "../infra/sources/Lines.ts"
import { openSource, type SourceKind } from "../infra/sources/OpenSource.ts"
import { sourceUnreadable } from "../infra/sources/SourceUnreadable.ts"

const inData = (file: string) => fileURLToPath(new URL(`../data/${file}`, import.meta.url))

/** The catalogue that comes with the program, which the judged queries of this folder are about. */
export const bundledFiles: ReadonlyArray<string> = ["curated.jsonl", "usda.zip", "fndds.jsonl.gz", "off.jsonl.gz"].map(
  inData
)

/**
 * The products of the files as an import makes them; a product that stands in several files counts as in the last.
 * Zip archives and lines of JSON with a `dataType` are FoodData Central's, lines with a `key` our own, everything else is
 * of Open Food Facts.
 */
export const readCatalogue = Effect.fn("readCatalogue")(function* (paths: ReadonlyArray<string>) {
  const products = new Map<string, ProductFacts>()
  for (const path of paths) {
    const reader = yield* openSource(yield* kindOf(path), path)
    yield* Effect.tryPromise({
      try: async () => {
        for await (const batch of reader.rows) {
          for (const { outcome } of batch) {
            if (outcome._tag === "Accepted") products.set(outcome.facts.id, outcome.facts)
          }
        }
      },
      catch: (cause) => sourceUnreadable(path, cause)
    })
  }
  return [...products.values()]
})

const kindOf = Effect.fnUntraced(function* (path: string) {
  if (path.endsWith(".zip")) return "fdc" as const
  const firstLine = yield* Effect.tryPromise({
    try: () => readFirstLine(path),
    catch: (cause) => sourceUnreadable(path, cause)
  })
  const firstMember = /^\s*\{\s*"(\w+)"\s*:/.exec(firstLine)?.[1]
  const kind: SourceKind = firstMember === "key" ? "curated" : firstMember === "dataType" ? "fdc" : "off"
  return kind
})

const readFirstLine = async (path: string): Promise<string> => {
  for await (const [first] of lineBatches((await openByteSource(path)).chunks)) return first?.text ?? ""
  return ""
}
