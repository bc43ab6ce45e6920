import { Context, Effect, Layer } from "effect"
import { seededRandom, syntheticCatalogue } from "../../../bench/SyntheticCatalogue.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { type IndexDigest, type ProductChange, ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { type ProductDocument, toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { layerMemory } from "../MemoryProductIndex.ts"

/** A log of product changes, without end: each makes the next version of one of `products`; some withdraw it. */
export const changeLog = (seed: number, products: number): (() => ProductChange) => {
  const random = seededRandom(seed)
  const catalogue = syntheticCatalogue(seed)
  const versions = new Map<string, number>()
  return () => {
    const id = ProductId.make(`off_${1 + Math.floor(random() * products)}`)
    const version = (versions.get(id) ?? 0) + 1
    versions.set(id, version)
    if (random() < 0.15) return { _tag: "Withdraw", id, version }
    return { _tag: "Put", document: toDocument({ ...catalogue.product(versions.size), id }, version) }
  }
}

export const take = (next: () => ProductChange, count: number): ReadonlyArray<ProductChange> =>
  Array.from({ length: count }, next)

/** What an index must hold after these changes, by the definition. */
export interface Fold {
  readonly digest: IndexDigest
  readonly documents: ReadonlyArray<ProductDocument>
  readonly withdrawn: ReadonlyArray<ProductId>
}

export const fold = Effect.fnUntraced(function* (changes: ReadonlyArray<ProductChange>) {
  const memory = Context.get(yield* Layer.build(layerMemory), ProductIndex)
  yield* memory.apply(changes)
  const newest = new Map<ProductId, ProductChange>()
  for (const change of changes) newest.set(change._tag === "Put" ? change.document.facts.id : change.id, change)
  const result: Fold = {
    digest: yield* memory.digest,
    documents: [...newest.values()].flatMap((change) => (change._tag === "Put" ? [change.document] : [])),
    withdrawn: [...newest.values()].flatMap((change) => (change._tag === "Withdraw" ? [change.id] : []))
  }
  return result
}, Effect.scoped)
