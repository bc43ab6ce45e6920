import { Effect } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { Embedder } from "../../../projections/ports/Embedder.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { idOf, versionOf } from "./StoredProduct.ts"

/** A change with the vector of its product; `null` for a withdrawn one, and where the index holds those of another model. */
export interface EmbeddedChange {
  readonly change: ProductChange
  readonly vector: Float32Array | null
}

const newestOf = (changes: ReadonlyArray<ProductChange>): Iterable<ProductChange> => {
  const newest = new Map<string, ProductChange>()
  for (const change of changes) {
    const known = newest.get(idOf(change))
    if (known === undefined || versionOf(change) > versionOf(known)) newest.set(idOf(change), change)
  }
  return newest.values()
}

/** Of several changes of one product the newest. */
export const withoutVectors = (changes: ReadonlyArray<ProductChange>): ReadonlyArray<EmbeddedChange> =>
  Array.from(newestOf(changes), (change) => ({ change, vector: null }))

/** The same with vectors. While there are none to be had nothing is written: no product may stay without its own. */
export const withVectors = Effect.fnUntraced(function* (
  { embedProducts }: Embedder["Service"],
  changes: ReadonlyArray<ProductChange>
): Effect.fn.Return<ReadonlyArray<EmbeddedChange>, StorageUnavailable> {
  const newest = withoutVectors(changes)
  const listed = newest.flatMap(({ change }) => (change._tag === "Put" ? [change.document.facts] : []))
  const vectors = yield* embedProducts(listed).pipe(
    Effect.mapError((cause) => new StorageUnavailable({ operation: cause.operation, cause }))
  )
  const vectorOf = new Map(listed.map(({ id }, i) => [id, vectors[i] ?? null]))
  return newest.map(({ change }) => ({ change, vector: vectorOf.get(idOf(change)) ?? null }))
})
