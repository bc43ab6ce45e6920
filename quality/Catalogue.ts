import { Effect, Option, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { parseProductId } from "../domain/product/ProductId.ts"
import { openByteSource } from "../infra/sources/ByteSource.ts"
import { lineBatches } from "../infra/sources/Lines.ts"
import { openSource, type SourceKind } from "../infra/sources/OpenSource.ts"
import { sourceUnreadable } from "../infra/sources/SourceUnreadable.ts"
import { bundledFiles } from "../src/roles/BundledCatalogue.ts"

const additionsPath = fileURLToPath(new URL("since-judged.txt", import.meta.url))

/** The catalogue that comes with the program today. */
export const bundledPaths: ReadonlyArray<string> = bundledFiles.map(({ path }) => path)

/** The bundled catalogue as it was when our own queries and meals were judged over it. */
export const ownCatalogue = "12,249 products"

/** What came to the bundled catalogue later. */
export interface Additions {
  /** names of files of data/ */
  readonly files: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

/** A catalogue that since-judged.txt does not name. */
export class UnknownCatalogue extends Schema.TaggedError<UnknownCatalogue>()("UnknownCatalogue", {
  catalogue: Schema.String
}) {
  override get message(): string {
    return `quality/since-judged.txt names no catalogue "${this.catalogue}"`
  }
}

/** What came to a catalogue since: everything below its name. Null when the text does not name it. */
export const additionsSince = (catalogue: string, text: string): Additions | null => {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
  const at = lines.indexOf(`== ${catalogue}`)
  if (at === -1) return null
  const added = lines.slice(at + 1).filter((line) => !line.startsWith("=="))
  const isProduct = (line: string) => Option.isSome(parseProductId(line))
  return {
    files: new Set(added.filter((line) => !isProduct(line))),
    ids: new Set(added.filter(isProduct))
  }
}

/** The bundled catalogue as it was when it had this name, with today's names and values of its products. */
export const readBundledAs = Effect.fn("readBundledAs")(function* (catalogue: string) {
  const text = yield* Effect.tryPromise({
    try: () => readFile(additionsPath, "utf8"),
    catch: (cause) => sourceUnreadable(additionsPath, cause)
  })
  const added = additionsSince(catalogue, text)
  if (added === null) return yield* new UnknownCatalogue({ catalogue })
  const products = yield* readCatalogue(bundledPaths.filter((path) => !added.files.has(basename(path))))
  return products.filter(({ id }) => !added.ids.has(id))
})

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
