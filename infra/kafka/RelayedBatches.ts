import { type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import type { BatchPart } from "./BatchPart.ts"

/** A batch of the relay of which some parts have not been read. */
interface OpenBatch {
  readonly to: Cursor
  readonly missing: Set<number>
}

/** A stretch of the log of which every event has been read. */
interface ReadStretch {
  readonly from: Cursor
  readonly to: Cursor
}

/** Up to where in the log every event has been read, by what the relay says of its batches. Parts come in any order. */
export class RelayedBatches {
  #place: Cursor
  readonly #partitionCount: number
  /** in the order in which they were met */
  readonly #open = new Map<string, OpenBatch>()
  /** behind one that is not read, in the order of the log */
  #ahead: Array<ReadStretch> = []

  constructor(place: Cursor, partitionCount: number) {
    this.#place = place
    this.#partitionCount = partitionCount
  }

  /** Everything up to here has been read. */
  get place(): Cursor {
    return this.#place
  }

  /** How many batches and stretches wait for what comes before them or belongs to them. */
  get waiting(): number {
    return this.#open.size + this.#ahead.length
  }

  /** The part of this partition, and with it its events, has been read. */
  read(partition: number, { from, partitions, to }: BatchPart): void {
    if (isAtOrPast(this.#place, to)) return
    const key = `${from.tx}/${from.position} ${to.tx}/${to.position}`
    const known = this.#open.get(key)?.missing ?? new Set(Array(this.#partitionCount).keys())
    // two versions of the relay may have written the same batch
    const missing = partitions === null ? known : known.intersection(new Set(partitions))
    missing.delete(partition)
    if (missing.size > 0) {
      this.#open.set(key, { to, missing })
      return
    }
    this.#open.delete(key)
    // mostly behind the last
    const before = this.#ahead.findLastIndex((stretch) => isAtOrPast(from, stretch.from))
    this.#ahead.splice(before + 1, 0, { from, to })
    this.advance(this.#place)
  }

  /** Everything up to this place has been read, in whatever way. */
  advance(place: Cursor): void {
    this.#place = later(this.#place, place)
    const beyond = this.#ahead.findIndex(({ from, to }) => {
      if (!isAtOrPast(this.#place, from)) return true
      this.#place = later(this.#place, to)
      return false
    })
    if (beyond !== 0) this.#ahead = beyond === -1 ? [] : this.#ahead.slice(beyond)
    for (const [key, { to }] of this.#open) {
      if (!isAtOrPast(this.#place, to)) return
      this.#open.delete(key)
    }
  }

  /** What has been read behind the place will be read again. */
  forget(): void {
    this.#open.clear()
    this.#ahead = []
  }
}

const later = (a: Cursor, b: Cursor): Cursor => (isAtOrPast(a, b) ? a : b)
