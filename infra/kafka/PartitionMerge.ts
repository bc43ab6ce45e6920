import { type Category, type Cursor, type EventEnvelope, isAtOrPast } from "../../domain/EventEnvelope.ts"
import type { LogPage, NamingPage } from "../../domain/ports/EventLog.ts"
import type { BatchPart } from "./BatchPart.ts"
import { RelayedBatches } from "./RelayedBatches.ts"
import { VersionGate } from "./VersionGate.ts"

/** Events beyond this many wait for other partitions: reading them from the log costs less than holding more. */
const heldCountMax = 50_000

/**
 * Puts the partitions of a topic together again to the order of the log. An event is held until
 * the batches of the relay have been read whole up to it; then nothing before it is missing, and it can be given out. What was
 * given out, in this way or read from the log, is told by its cursor, so nothing is repeated.
 */
export class PartitionMerge<C extends Category> {
  #delivered: Cursor
  #held: Array<EventEnvelope<C>> = []
  #isIncomplete = false
  readonly #batches: RelayedBatches
  /** the offset of the next message, by partition, as far as it is known */
  readonly #next = new Map<number, number>()
  readonly #gate = new VersionGate()

  constructor(delivered: Cursor, partitionCount: number) {
    this.#delivered = delivered
    this.#batches = new RelayedBatches(delivered, partitionCount)
  }

  /** Everything up to here has been given out. */
  get delivered(): Cursor {
    return this.#delivered
  }

  /** Something is missing, or too much is held: read the log from `delivered` to its end and tell `readFromLog`. */
  get needsLog(): boolean {
    return this.#isIncomplete || this.#held.length > heldCountMax || this.#batches.waiting > heldCountMax
  }

  /** Events have been read that cannot be given out yet: of what comes before them something has not been read. */
  get isWaiting(): boolean {
    return this.#held.length > 0
  }

  /** A message was read. Kafka numbers them without holes, so a jump says that some were deleted before they were read. */
  read(partition: number, offset: number): void {
    const expected = this.#next.get(partition)
    if (expected !== undefined && offset > expected) this.#isIncomplete = true
    this.#next.set(partition, Math.max(expected ?? 0, offset + 1))
  }

  event(envelope: EventEnvelope<C>): void {
    if (!isAtOrPast(this.#delivered, envelope.cursor)) this.#held.push(envelope)
  }

  /** A batch of the relay ends with the message that was read. */
  part(partition: number, part: BatchPart): void {
    this.#batches.read(partition, part)
  }

  /** What can be given out now, in the order of the log. Then it counts as given out. */
  take(): LogPage<C> | undefined {
    if (this.#isIncomplete) return undefined
    const complete = this.#batches.place
    if (isAtOrPast(this.#delivered, complete)) return undefined
    const events = this.#held
      .filter(({ cursor }) => isAtOrPast(complete, cursor))
      .toSorted(inOrder)
      .filter(isNew)
    // an event that the relay itself has left out shows in the versions of its stream, when another follows
    const versions = new VersionGate()
    for (const envelope of events) {
      const before = versions.appliedVersion(envelope.streamId) === undefined ? this.#gate : versions
      if (before.of(envelope) === "gap") {
        this.#isIncomplete = true
        return undefined
      }
      versions.applied(envelope)
    }
    this.#moveTo({ events, cursor: complete })
    return { events, cursor: complete }
  }

  /** The page was read from the log after `delivered` and given out. */
  readFromLog(page: NamingPage<C>): void {
    this.#isIncomplete = false
    // nobody waits for what cannot be read: it was named
    for (const { error } of page.unreadable) this.#gate.applied(error)
    this.#moveTo(page)
  }

  /** A message cannot be read: what it said is in the log. */
  unreadable(): void {
    this.#isIncomplete = true
  }

  /** Kafka will be read from these offsets on: what is held would have holes. */
  restart(positions: ReadonlyMap<number, number>): void {
    this.#held = []
    this.#next.clear()
    for (const [partition, offset] of positions) this.#next.set(partition, offset)
    this.#batches.forget()
  }

  #moveTo({ cursor, events }: LogPage<C>): void {
    for (const envelope of events) this.#gate.applied(envelope)
    if (isAtOrPast(cursor, this.#delivered)) this.#delivered = cursor
    this.#batches.advance(this.#delivered)
    this.#held = this.#held.filter((envelope) => !isAtOrPast(this.#delivered, envelope.cursor))
  }
}

const inOrder = (a: EventEnvelope, b: EventEnvelope): number =>
  a.cursor.tx - b.cursor.tx || a.cursor.position - b.cursor.position

const isNew = (envelope: EventEnvelope, i: number, sorted: ReadonlyArray<EventEnvelope>): boolean => {
  const before = sorted[i - 1]
  return before === undefined || inOrder(before, envelope) !== 0
}
