import { DatabaseSync } from "node:sqlite"
import { trainCodebook } from "./Codebook.ts"
import { makeVectorCodes, type VectorCodes } from "./VectorCodes.ts"

/** Rows read at once, of 1 KB each. */
const pageSize = 4_096
/** A codebook is learnt from so many vectors. */
const sampleMax = 4_096
/** A codebook that was learnt from a small part of the vectors is learnt again. */
const learnAgainFactor = 2

export interface NumberedVector {
  readonly number: number
  readonly vector: Uint8Array
}

/** A views file as the scanning thread sees it during one question. */
export interface VectorsNow {
  /** which file it is: another one may take the place of this one between two questions */
  readonly file: string
  /** the codes of all vectors; none while there is no vector */
  readonly codes: VectorCodes | null
  /** the vectors of these products as they are stored, of those that have one */
  readonly read: (numbers: ReadonlyArray<number>) => ReadonlyArray<NumberedVector>
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array
const bytesOf = (value: unknown): Uint8Array | null => (isBytes(value) ? value : null)

interface State {
  readonly file: string
  readonly codes: VectorCodes | null
  /** how many vectors there were when the codebook was learnt */
  readonly learntFrom: number
  readonly sequence: number
}

const nothing: State = { file: "", codes: null, learntFrom: 0, sequence: 0 }

/**
 * Follows what is written to a views file: gives a function that is told the path at each question. The file is open for
 * as long as a question takes, over a connection of this thread that only reads.
 */
export const followVectors = () => {
  let state = nothing
  return <A>(path: string, use: (now: VectorsNow) => A): A => {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
    try {
      db.exec("PRAGMA cache_size = -4096; PRAGMA mmap_size = 0; BEGIN")
      const before = state
      // should this fail, everything is read anew at the next question
      state = nothing
      state = followed(db, before)
      const { codes, file } = state
      return use({ file, codes, read: (numbers) => readVectors(db, numbers) })
    } finally {
      db.close()
    }
  }
}

// one statement for all: 1.8 ms for 1,000 vectors, where one statement for each takes 4.8
const readVectors = (db: DatabaseSync, numbers: ReadonlyArray<number>): ReadonlyArray<NumberedVector> =>
  db
    .prepare("SELECT number, vector FROM product_vectors WHERE number IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify(numbers))
    .flatMap(({ number, vector }) => (isBytes(vector) ? [{ number: Number(number), vector }] : []))

const followed = (db: DatabaseSync, before: State): State => {
  const row = db.prepare("SELECT file, sequence FROM vector_model").get()
  const [file, sequence] = [String(row?.["file"]), Number(row?.["sequence"])]
  if (before.codes !== null && before.file === file) {
    takeChanges(db, before.codes, before.sequence)
    if (before.codes.size() <= learnAgainFactor * before.learntFrom) return { ...before, sequence }
  }
  const codes = learnt(db)
  return { file, codes, sequence, learntFrom: codes?.size() ?? 0 }
}

const takeChanges = (db: DatabaseSync, codes: VectorCodes, after: number): void => {
  const changes = db.prepare("SELECT number, vector FROM product_vectors WHERE sequence > ?")
  for (const row of changes.iterate(after)) {
    const vector = bytesOf(row["vector"])
    if (vector === null) codes.remove(Number(row["number"]))
    else codes.set(Number(row["number"]), vector)
  }
}

const learnt = (db: DatabaseSync): VectorCodes | null => {
  const sample = sampleOf(db)
  if (sample.length === 0) return null
  const codes = makeVectorCodes(trainCodebook(sample))
  const page = db.prepare(`SELECT number, vector FROM product_vectors WHERE number > ? LIMIT ${pageSize}`)
  let last = 0
  for (let rows = page.all(last); rows.length > 0; rows = page.all(last)) {
    for (const row of rows) {
      last = Number(row["number"])
      const vector = bytesOf(row["vector"])
      if (vector !== null) codes.set(last, vector)
    }
  }
  return codes
}

/** Evenly over all numbers, whatever was brought in first. */
const sampleOf = (db: DatabaseSync): ReadonlyArray<Uint8Array> => {
  const last = Number(db.prepare("SELECT max(number) AS last FROM product_vectors").get()?.["last"] ?? 0)
  const from = db.prepare("SELECT vector FROM product_vectors WHERE number >= ? AND vector IS NOT NULL LIMIT 1")
  const step = Math.max(1, last / sampleMax)
  const numbers = Array.from({ length: Math.ceil(last / step) }, (_, i) => Math.ceil(i * step))
  return numbers.flatMap((number) => bytesOf(from.get(number)?.["vector"]) ?? [])
}
