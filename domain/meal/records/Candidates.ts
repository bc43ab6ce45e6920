import { recordIndex } from "./RecordIndex.ts"
import type { RecordQuery } from "./RecordQuery.ts"

/** Records that are looked at closely. */
const candidatesMax = 40

/** What a record gains that may be about what the phrase is about. */
const topicBonus = 4
/** The same, by the very word. */
const wordBonus = 5
const attributeBonus = 1

/**
 * The records that share most with a phrase, by how much the words tell and by how often they are eaten. Sums over all
 * records are kept from one phrase to the next, so that none is allocated anew.
 */
class Candidates {
  readonly #shared: Float32Array
  /** the last word that was counted for a record: its stem and its foods count once */
  readonly #counted: Int32Array
  readonly #touched: Int32Array
  #touchedCount = 0
  #word = 0

  constructor(size: number) {
    this.#shared = new Float32Array(size)
    this.#counted = new Int32Array(size)
    this.#touched = new Int32Array(size)
  }

  of(query: RecordQuery): ReadonlyArray<number> {
    const index = recordIndex()
    for (const { concepts, isAbsent, isHead, term, weight } of query.terms) {
      if (isAbsent) continue
      const numbers = term === null ? concepts : [term, ...concepts]
      this.#word++
      for (const number of numbers) this.#add(index.recordsOf(number), weight)
      if (!isHead) continue
      this.#word++
      for (const number of numbers) this.#add(index.recordsAbout(number), number === term ? wordBonus : topicBonus)
    }
    for (const { name } of query.attributes) {
      const number = index.termOf(name)
      if (number !== undefined) this.#addToShared(index.recordsOf(number))
    }
    const best = this.#best(index.priors)
    for (let i = 0; i < this.#touchedCount; i++) this.#shared[this.#touched[i] ?? 0] = 0
    this.#touchedCount = 0
    return best
  }

  #add(records: Int32Array, weight: number): void {
    for (const record of records) {
      if (this.#counted[record] === this.#word) continue
      this.#counted[record] = this.#word
      if (this.#shared[record] === 0) this.#touched[this.#touchedCount++] = record
      this.#shared[record] = (this.#shared[record] ?? 0) + weight
    }
  }

  #addToShared(records: Int32Array): void {
    for (const record of records) {
      const shared = this.#shared[record] ?? 0
      if (shared > 0) this.#shared[record] = shared + attributeBonus
    }
  }

  /** The best in no order: each goes where the worst of those kept so far is, if it is better. */
  #best(priors: Float32Array): ReadonlyArray<number> {
    const kept: Array<number> = []
    const ranks: Array<number> = []
    let worst = 0
    for (let i = 0; i < this.#touchedCount; i++) {
      const record = this.#touched[i] ?? 0
      const rank = (this.#shared[record] ?? 0) + (priors[record] ?? 0)
      if (kept.length < candidatesMax) {
        kept.push(record)
        ranks.push(rank)
      } else if (rank > (ranks[worst] ?? 0)) {
        kept[worst] = record
        ranks[worst] = rank
      } else continue
      if (kept.length === candidatesMax) worst = leastOf(ranks)
    }
    return kept.toSorted((a, b) => a - b)
  }
}

const leastOf = (ranks: ReadonlyArray<number>): number => {
  let least = 0
  for (let i = 1; i < ranks.length; i++) if ((ranks[i] ?? 0) < (ranks[least] ?? 0)) least = i
  return least
}

let candidates: Candidates | null = null

/** The records that are compared with a phrase, by their numbers. */
export const candidatesOf = (query: RecordQuery): ReadonlyArray<number> =>
  (candidates ??= new Candidates(recordIndex().size)).of(query)
