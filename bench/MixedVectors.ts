import { Effect } from "effect"
import { readIntents } from "../data/semantic/Intents.ts"
import type { ProductFacts } from "../domain/product/ProductFacts.ts"
import { insertProductSql, productParameters } from "../infra/sqlite/product-index/ProductRow.ts"
import { vectorChecksum } from "../infra/sqlite/product-vectors/CheckedVector.ts"
import type { SqliteDatabase } from "../infra/sqlite/Sqlite.ts"
import { Embedder } from "../projections/ports/Embedder.ts"
import { isZero, toStored, toUnit } from "../projections/product-vectors/StoredVector.ts"
import { semanticQueries } from "../test/support/SemanticQueries.ts"
import { mean } from "./Statistics.ts"
import { seededRandom } from "./SyntheticCatalogue.ts"

// The vectors are those of the bundled catalogue, each mixed with some of another product's, so that they keep the
// structure that the model gives them.

const rowsPerTransaction = 5_000
const shareOfAnother = 0.3

/** Recall is of these, too: what people ask differs, and so does what a scan misses. */
const wordingsMax = 600
const recallQueries = (() => {
  const wordings = readIntents().table.rows.flatMap(({ names }) => names.flat())
  const step = Math.ceil(wordings.length / wordingsMax)
  return [...new Set([...semanticQueries, ...wordings.filter((_, i) => i % step === 0)])]
})()

/** The vectors of the questions; what says nothing has no nearest. */
export const embedRecallQueries = Effect.gen(function* () {
  const { embedQuery } = yield* Embedder
  const queries = yield* Effect.forEach(recallQueries, (text) => embedQuery(text))
  return queries.filter((query) => !isZero(query))
})

/** The ten nearest of all that were seen, by their exact cosines. */
export const exactTen = (query: Float32Array) => {
  const best: Array<number> = []
  return {
    best,
    see: (vector: Float32Array) => {
      let cosine = 0
      for (let i = 0; i < query.length; i++) cosine += (query[i] ?? 0) * (vector[i] ?? 0)
      if (best.length === 10 && cosine <= (best[9] ?? 0)) return
      best.push(cosine)
      best.sort((a, b) => b - a)
      best.length = Math.min(best.length, 10)
    }
  }
}

type Cosines = ReadonlyArray<number>

/** The share of the exact ten that was found: equally near ones are as good, and a stored vector is some millionths off. */
const foundOf = (cosines: Cosines, exact: Cosines): number =>
  cosines.filter((cosine) => cosine >= (exact[9] ?? 0) - 1e-5).length / 10

/** recall@10: by the cosines that each question found, and those of its exact ten. */
export const recallOf = (found: ReadonlyArray<Cosines>, exact: ReadonlyArray<Cosines>): number =>
  mean(found.map((cosines, i) => foundOf(cosines, exact[i] ?? [])))

const mixed = (a: Float32Array, b: Float32Array): Float32Array =>
  toUnit(a.map((component, i) => component + shareOfAnother * (b[i] ?? 0)))

interface Embedded {
  readonly products: ReadonlyArray<ProductFacts>
  /** one of each product */
  readonly vectors: ReadonlyArray<Float32Array>
}

/** Writes mixed products with their vectors into an index whose tables are there; `see` is told each vector, unrounded. */
export const fillMixed = Effect.fnUntraced(function* (
  db: SqliteDatabase,
  { products, vectors }: Embedded,
  count: number,
  see: (vector: Float32Array) => void
) {
  const base = products.flatMap((facts, i) => {
    const vector = vectors[i]
    return vector === undefined ? [] : [{ facts, vector }]
  })
  const random = seededRandom(1)
  const any = () => base[Math.floor(random() * base.length)] ?? base[0]
  for (let first = 1; first <= count; first += rowsPerTransaction) {
    yield* db.write("fill", () => {
      const sequence = Math.ceil(first / rowsPerTransaction)
      for (let number = first; number < first + rowsPerTransaction && number <= count; number++) {
        const [product, other] = [any(), any()]
        if (product === undefined || other === undefined) continue
        const vector = mixed(product.vector, other.vector)
        see(vector)
        const id = `off_${number}`
        const facts = JSON.stringify({ ...product.facts, id })
        const row = { id, version: 1, rank: null, barcode: null, precedence: null, facts }
        db.statement(insertProductSql).run(...productParameters(row, number))
        const stored = toStored(vector)
        db.statement(
          "INSERT INTO product_vectors (number, version, sequence, vector, checksum) VALUES (?, 1, ?, ?, ?)"
        ).run(number, sequence, stored, vectorChecksum(number, 1, stored))
      }
      db.statement("UPDATE vector_model SET sequence = ?, is_complete = 1").run(sequence)
    })
  }
})
