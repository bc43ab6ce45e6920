import { codedCollection } from "./CodedCollection.ts"
import { readVector, vectorColumns } from "./CheckedVector.ts"
import { holdFile, type ReadFile } from "./HeldFile.ts"
import type { NumberedVector, VectorCollection } from "./VectorCollection.ts"
import { wholeCollection, wholeMax } from "./WholeCollection.ts"

/** Rows read at once, of 1 KB each. */
const pageSize = 4_096
/** A codebook is learnt from so many vectors. */
const sampleMax = 4_096

/** A views file as the scanning thread sees it during one question. */
export interface VectorsNow {
  /** which file it is: another one may take the place of this one between two questions */
  readonly file: string
  /** the vectors that are to be compared with the query, so that the nearest `count` are among them */
  readonly compared: (query: Float32Array, count: number) => ReadonlyArray<NumberedVector>
}

const bytesOf = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null)

interface State {
  readonly file: string
  /** none while there is no vector */
  readonly collection: VectorCollection | null
  readonly sequence: number
}

const nothing: State = { file: "", collection: null, sequence: 0 }

/**
 * Follows what is written to a views file: gives a function that is told the path at each question, and reads over a
 * connection of this thread.
 */
export const followVectors = () => {
  const reading = holdFile()
  let state = nothing
  return <A>(path: string, use: (now: VectorsNow) => A): A =>
    reading(path, (views) => {
      const before = state
      // should this fail, everything is read anew at the next question
      state = nothing
      state = followed(views, before)
      const { collection, file } = state
      const read = (numbers: ReadonlyArray<number>) => readVectors(views, numbers)
      return use({ file, compared: (query, count) => collection?.compared(query, count, read) ?? [] })
    })
}

// one row with all of them, in whatever order, the same for both columns: 1,000 vectors take 2.0 ms, where a row for each
// takes 3.4 and a statement for each 6
const togetherSql = `
  SELECT group_concat(number) AS numbers, group_concat(version) AS versions, group_concat(checksum) AS checksums,
    CAST(group_concat(vector, '') AS BLOB) AS vectors
  FROM json_each(?) AS wanted CROSS JOIN product_vectors ON number = wanted.value WHERE vector IS NOT NULL`

const readVectors = (views: ReadFile, wanted: ReadonlyArray<number>): ReadonlyArray<NumberedVector> => {
  const row = views.statement(togetherSql).get(JSON.stringify(wanted))
  const vectors = bytesOf(row?.["vectors"])
  if (vectors === null) return []
  const [numbers, versions, checksums] = [row?.["numbers"], row?.["versions"], row?.["checksums"]].map(numbersOf)
  // all are of one model, hence of one length
  const each = vectors.byteLength / (numbers?.length ?? 0)
  return (numbers ?? []).map((number, i) => {
    const vector = vectors.subarray(i * each, (i + 1) * each)
    readVector({ number, version: versions?.[i], vector, checksum: checksums?.[i] })
    return { number, vector }
  })
}

const numbersOf = (text: unknown): ReadonlyArray<number> => String(text).split(",").map(Number)

const followed = (views: ReadFile, before: State): State => {
  const row = views.statement("SELECT file, dimensions, sequence FROM vector_model").get()
  const [file, sequence] = [String(row?.["file"]), Number(row?.["sequence"])]
  if (before.collection !== null && before.file === file) {
    takeChanges(views, before.collection, before.sequence)
    if (!before.collection.isOutgrown()) return { ...before, sequence }
  }
  return { file, collection: collected(views, Number(row?.["dimensions"])), sequence }
}

const takeChanges = (views: ReadFile, collection: VectorCollection, after: number): void => {
  const changes = views.statement(`SELECT ${vectorColumns} FROM product_vectors WHERE sequence > ?`)
  for (const row of changes.iterate(after)) {
    const { number, vector } = readVector(row)
    if (vector === null) collection.remove(number)
    else collection.set(number, vector)
  }
}

const collected = (views: ReadFile, dimensions: number): VectorCollection | null => {
  const count = Number(views.statement("SELECT count(vector) AS count FROM product_vectors").get()?.["count"] ?? 0)
  if (count === 0) return null
  const collection = count <= wholeMax ? wholeCollection(dimensions) : codedCollection(sampleOf(views), count)
  const page = views.statement(`SELECT ${vectorColumns} FROM product_vectors WHERE number > ? LIMIT ${pageSize}`)
  let last = 0
  for (let rows = page.all(last); rows.length > 0; rows = page.all(last)) {
    for (const row of rows) {
      const { number, vector } = readVector(row)
      last = number
      if (vector !== null) collection.set(number, vector)
    }
  }
  return collection
}

/** Evenly over all numbers, whatever was brought in first. */
const sampleOf = (views: ReadFile): ReadonlyArray<Uint8Array> => {
  const last = Number(views.statement("SELECT max(number) AS last FROM product_vectors").get()?.["last"] ?? 0)
  const from = views.statement("SELECT vector FROM product_vectors WHERE number >= ? AND vector IS NOT NULL LIMIT 1")
  const step = Math.max(1, last / sampleMax)
  const numbers = Array.from({ length: Math.ceil(last / step) }, (_, i) => Math.ceil(i * step))
  return numbers.flatMap((number) => bytesOf(from.get(number)?.["vector"]) ?? [])
}
