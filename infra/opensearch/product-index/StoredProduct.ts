import { byPlace } from "../../../domain/search/SearchableProduct.ts"
import { phoneticKeyOf } from "../../../domain/language/PhoneticKey.ts"
import { isCompleteRank, isCuratedRank, plainnessOf } from "../../../domain/search/StaticRank.ts"
import type { ProductId } from "../../../domain/product/ProductId.ts"
import { isZero, largestOf, toStored } from "../../../projections/product-vectors/StoredVector.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"

export const curatedTrait = "curated"
export const completeTrait = "complete"

export const idOf = (change: ProductChange): ProductId => (change._tag === "Put" ? change.document.facts.id : change.id)
export const versionOf = (change: ProductChange): number =>
  change._tag === "Put" ? change.document.version : change.version

/** The document that the change makes of its product. A withdrawn one has nothing by which it could be found. */
export const storedProduct = (change: ProductChange, vector: Float32Array | null): Readonly<Record<string, unknown>> =>
  change._tag === "Put"
    ? { ...storedDocument(change.document), ...storedVector(vector) }
    : { id: change.id, version: change.version, deleted: true }

/** The largest byte; a vector in bytes is as long as its largest component makes it, which is no matter to a cosine. */
const byteMax = 127

/** The vector as the server compares it, in whole numbers from -127 to 127. */
export const coarseVector = (vector: Float32Array): ReadonlyArray<number> => {
  const factor = byteMax / largestOf(vector)
  const bytes: Array<number> = []
  for (const component of vector) bytes.push(Math.round(component * factor))
  return bytes
}

const storedVector = (vector: Float32Array | null) =>
  vector === null || isZero(vector)
    ? {}
    : { coarse_vector: coarseVector(vector), vector: Buffer.from(toStored(vector).buffer).toString("base64") }

const storedDocument = ({
  barcodePrecedence,
  facts,
  searchable,
  version
}: ProductDocument): Readonly<Record<string, unknown>> => {
  const { staticRank, terms } = searchable
  return {
    id: searchable.id,
    version,
    deleted: false,
    terms: byPlace((place) => terms[place].join(" ")),
    exact_names: searchable.exactNames,
    tags: searchable.tags,
    traits: [
      ...(isCuratedRank(staticRank) ? [curatedTrait] : []),
      ...(isCompleteRank(staticRank) ? [completeTrait] : [])
    ],
    plainness: plainnessOf(staticRank),
    barcode: facts.barcode,
    barcode_precedence: barcodePrecedence,
    facts: JSON.stringify(facts)
  }
}

/** Words are told from products by a character that no id of a product has. */
export const wordId = (word: string): string => `=${word}`

/** The document of a word that some product carries. */
export const storedWord = (word: string): Readonly<Record<string, unknown>> => ({ word, sound: phoneticKeyOf(word) })
