import { Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { compareIds } from "../../domain/search/Ranking.ts"
import { type ProductChange, ProductIndex, sharingMax } from "../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../projections/product-search/ProductDocument.ts"
import type { SearchVocabulary } from "../../domain/search/SearchVocabulary.ts"
import { bruteForceIndex } from "./BruteForceSearch.ts"

interface Held {
  readonly version: number
  readonly document: ProductDocument | null
}

/** The product index as its definition has it, without any engine: what the contract is checked against as well. */
export const layerMemory: Layer.Layer<ProductIndex> = Layer.sync(ProductIndex, () => {
  const held = new Map<string, Held>()
  const listed = () => [...held.values()].flatMap(({ document }) => document ?? [])
  const apply = (change: ProductChange) => {
    const id = change._tag === "Put" ? change.document.facts.id : change.id
    const version = change._tag === "Put" ? change.document.version : change.version
    if ((held.get(id)?.version ?? 0) >= version) return
    held.set(id, { version, document: change._tag === "Put" ? change.document : null })
  }
  const first = (documents: ReadonlyArray<ProductDocument>): Option.Option<ProductFacts> =>
    Option.fromUndefinedOr(documents[0]?.facts)
  const ofBarcode = (barcode: string) =>
    listed()
      .filter(({ facts }) => facts.barcode === barcode)
      .toSorted(byPrecedence)
  return ProductIndex.of({
    apply: (changes) => Effect.sync(() => changes.forEach(apply)),
    vocabulary: askedNow(() => bruteForceIndex(listed()).vocabulary),
    search: (query, page) => Effect.suspend(() => bruteForceIndex(listed()).search(query, page)),
    findById: (id) => Effect.sync(() => first(listed().filter(({ facts }) => facts.id === id))),
    findByBarcode: (barcode) => Effect.sync(() => first(ofBarcode(barcode))),
    idsOfBarcode: (barcode) =>
      Effect.sync(() =>
        ofBarcode(barcode)
          .slice(0, sharingMax)
          .map(({ facts }) => facts.id)
      ),
    digest: Effect.sync(() => {
      const lines = [...held].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, { version }]) => `${id} ${version}\n`)
      const products = listed().length
      const checksum = createHash("sha256").update(lines.join("")).digest("hex")
      return { products, withdrawn: held.size - products, checksum }
    })
  })
})

/** The vocabulary of what is held at the moment of each question. */
export const askedNow = (now: () => SearchVocabulary<never>): SearchVocabulary<never> => ({
  counts: (terms) => Effect.suspend(() => now().counts(terms)),
  matches: (query) => Effect.suspend(() => now().matches(query)),
  hasBeginning: (beginnings) => Effect.suspend(() => now().hasBeginning(beginnings)),
  soundingLike: (keys) => Effect.suspend(() => now().soundingLike(keys)),
  near: (word, edits) => Effect.suspend(() => now().near(word, edits))
})

const byPrecedence = (a: ProductDocument, b: ProductDocument): number =>
  b.barcodePrecedence - a.barcodePrecedence || compareIds(a.facts.id, b.facts.id)
