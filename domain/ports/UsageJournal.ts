import { Context, type Result, Schema } from "effect"
import { KeyId } from "../key/KeyEvent.ts"
import { LeaseId, Operation, UsageDay } from "../usage/UsageEvent.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** The node's own id of a request for a lease; of the same form as the id of the lease that comes of it. */
const RequestId = Schema.String.check(Schema.isPattern(/^[0-9A-Za-z_:-]{1,80}$/))

/** What a node notes down before it acts on it, so that its next life knows what this one did. */
export const JournalRecord = Schema.TaggedUnion({
  /** a lease is about to be asked for, on this day by the node's clock */
  Requested: { request: RequestId, keyId: KeyId, day: UsageDay },
  /** the answer to a request was: nothing */
  Refused: { request: RequestId },
  /** a lease came, and may be used from now on; `reported` of it are in the ledger already */
  Granted: { lease: LeaseId, request: RequestId, keyId: KeyId, day: UsageDay, reported: Schema.Int },
  /** use `n` of the lease is admitted */
  Used: { lease: LeaseId, n: Schema.Int, at: Schema.Int, operation: Operation },
  /** use `n` does not count after all: the call failed by our fault, and another may have its unit */
  Returned: { lease: LeaseId, n: Schema.Int },
  /** everything about the lease is in the ledger */
  Closed: { lease: LeaseId }
})
export type JournalRecord = typeof JournalRecord.Type

/** The journal contradicts itself or is damaged in the middle: what was admitted cannot be told from it. */
export class JournalCorrupted extends Schema.TaggedError<JournalCorrupted>()("JournalCorrupted", {
  path: Schema.String,
  line: Schema.Int,
  /** uses in the records that can be read, before the damage and behind it */
  usesBefore: Schema.Int,
  usesAfter: Schema.Int
}) {
  override get message(): string {
    return (
      `the usage journal ${this.path} is damaged at line ${this.line}, with ${this.usesBefore} uses before and ` +
      `${this.usesAfter} behind it, of which those of the last seconds may not be reported. To start without it, move the ` +
      "file away: they are lost then, and what was leased counts as used up for the day"
    )
  }
}

/**
 * The node's journal: a record counts once it is handed to the operating system, so it survives the death of the
 * process. Calls are synchronous and take about a microsecond. A record that fails leaves no trace.
 */
export class UsageJournal extends Context.Service<
  UsageJournal,
  {
    /** what earlier lives of this node left behind, oldest first */
    readonly recovered: ReadonlyArray<JournalRecord>
    /** Appends these records, all or none. */
    readonly append: (...records: ReadonlyArray<JournalRecord>) => Result.Result<void, StorageUnavailable>
    /** Puts these records in the place of everything in the journal, entirely or not at all. */
    readonly rewrite: (records: Iterable<JournalRecord>) => Result.Result<void, StorageUnavailable>
    readonly sizeBytes: () => number
  }
>()("fooddata/domain/ports/UsageJournal") {}
