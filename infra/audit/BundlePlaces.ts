import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"

/** Of a record: transaction and position, each an integer of 64 bits, the higher byte first. */
const recordBytes = 16

const written = ({ position, tx }: Cursor, into: Buffer, at: number): void => {
  into.writeBigUInt64BE(BigInt(tx), at)
  into.writeBigUInt64BE(BigInt(position), at + 8)
}

const read = (from: Buffer): Cursor => ({
  tx: Number(from.readBigUInt64BE(0)),
  position: Number(from.readBigUInt64BE(8))
})

/**
 * Where in the event log the first event of each bundle of 256 entries stands: one file beside the tree, a record for each. It follows
 * from the log, as the tree does, so it is no part of what is signed. All methods throw what the file system does.
 */
export class BundlePlaces {
  readonly #path: string

  constructor(root: string) {
    this.#path = join(root, "places")
  }

  /** Whole records. */
  get count(): number {
    return existsSync(this.#path) ? Math.floor(statSync(this.#path).size / recordBytes) : 0
  }

  /** Of bundle `index`; none: there is no such record. */
  at(index: number): Cursor | undefined {
    return this.#reading((recordAt) => recordAt(index))
  }

  /** The last of the first `count` bundles that does not begin behind the place; -1: all do. */
  bundleOf(place: Cursor, count: number): number {
    return (
      this.#reading((recordAt, records) => {
        let [low, high] = [0, Math.min(count, records)]
        while (low < high) {
          const middle = Math.floor((low + high) / 2)
          const first = recordAt(middle)
          if (first !== undefined && isAtOrPast(place, first)) low = middle + 1
          else high = middle
        }
        return low - 1
      }) ?? -1
    )
  }

  /** Written twice it is the same. It is on the disk when this returns. */
  write(from: number, places: ReadonlyArray<Cursor>): void {
    if (places.length === 0) return
    const records = Buffer.alloc(places.length * recordBytes)
    places.forEach((place, i) => written(place, records, i * recordBytes))
    const file = openSync(this.#path, existsSync(this.#path) ? "r+" : "w+")
    try {
      writeSync(file, records, 0, records.length, from * recordBytes)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  #reading<A>(work: (recordAt: (index: number) => Cursor | undefined, records: number) => A): A | undefined {
    if (!existsSync(this.#path)) return undefined
    const file = openSync(this.#path, "r")
    try {
      const record = Buffer.alloc(recordBytes)
      const recordAt = (index: number) =>
        readSync(file, record, 0, recordBytes, index * recordBytes) === recordBytes ? read(record) : undefined
      return work(recordAt, Math.floor(fstatSync(file).size / recordBytes))
    } finally {
      closeSync(file)
    }
  }
}
