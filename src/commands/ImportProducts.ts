import { Effect, Stream } from "effect"
import type { Actor, Cursor } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { type RejectReason, skippedReasons, type SourceReader, type SourceRow } from "../../infra/sources/SourceRow.ts"
import { sourceUnreadable } from "../../infra/sources/SourceUnreadable.ts"
import { ListProducts, type ListMode } from "./ListProducts.ts"

type ReasonCounts = { [Reason in RejectReason]?: number }

/** What an import did: every row of the source is in exactly one of the counts. */
export interface ImportReport {
  readonly rows: number
  readonly listed: number
  readonly revised: number
  readonly relisted: number
  /** products that the source says are no more */
  readonly withdrawn: number
  /** rows that changed nothing */
  readonly unchanged: number
  /** rows that are rightly left out, by reason */
  readonly skipped: Readonly<ReasonCounts>
  /** rows that cannot be used, by reason */
  readonly rejected: Readonly<ReasonCounts>
  /** the log after the last batch: what is at or past it has seen the whole import */
  readonly cursor: Cursor
}

export interface RejectedRow {
  readonly line: number
  readonly reason: RejectReason
  readonly detail: string
}

/** One batch of a running import, as it is told to whoever shows progress and keeps the rejects. */
export interface ImportStep {
  readonly rows: number
  /** share of the source's bytes read so far; null when its size is not known */
  readonly fraction: number | null
  readonly rejected: ReadonlyArray<RejectedRow>
}

export interface ImportOptions<E, R, Row extends SourceRow = SourceRow> {
  /** what the errors call the source: a path, or `-` */
  readonly source: string
  readonly actor: Actor
  readonly mode: ListMode
  readonly onStep: (step: ImportStep) => Effect.Effect<void, E, R>
  /** is told each batch once the log has it, and how many of its products were new to the log */
  readonly onBatch?: (batch: ReadonlyArray<Row>, listed: number) => Effect.Effect<void, E, R>
}

/**
 * Lists every usable row of a source, a batch at a time, each batch in one append: killed in between, the log holds whole
 * batches, and running it again finishes the job, because unchanged products leave no event.
 */
export const importProducts = Effect.fn("importProducts")(function* <E, R, Row extends SourceRow>(
  reader: SourceReader<Row>,
  options: ImportOptions<E, R, Row>
) {
  const products = yield* ListProducts
  const counts = { rows: 0, listed: 0, revised: 0, relisted: 0, withdrawn: 0, unchanged: 0 }
  const skipped: ReasonCounts = {}
  const rejected: ReasonCounts = {}

  const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Row>) {
    const facts = batch.flatMap(({ outcome }) => (outcome._tag === "Accepted" ? [outcome.facts] : []))
    const gone = batch.flatMap(({ outcome }) => (outcome._tag === "Withdrawn" ? [outcome] : []))
    const refused = batch.flatMap(toRejectedRow)
    const done = yield* products.list(facts, options.actor, options.mode)
    counts.rows += batch.length
    counts.listed += done.listed
    counts.revised += done.revised
    counts.relisted += done.relisted
    counts.unchanged += done.unchanged
    if (gone.length > 0) {
      const ended = yield* products.withdraw(gone, options.actor, options.mode)
      counts.withdrawn += ended.withdrawn
      counts.unchanged += ended.unchanged
    }
    for (const { reason } of refused) {
      const counted = skippedReasons.has(reason) ? skipped : rejected
      counted[reason] = (counted[reason] ?? 0) + 1
    }
    if (options.onBatch !== undefined) yield* options.onBatch(batch, done.listed)
    yield* options.onStep({ rows: batch.length, fraction: fractionOf(reader), rejected: refused })
  })

  yield* Stream.fromAsyncIterable(reader.rows, (cause) => sourceUnreadable(options.source, cause)).pipe(
    Stream.runForEach(importBatch)
  )
  const report: ImportReport = { ...counts, skipped, rejected, cursor: yield* (yield* EventLog).end }
  return report
})

const toRejectedRow = ({ line, outcome }: SourceRow): ReadonlyArray<RejectedRow> =>
  outcome._tag === "Rejected" ? [{ line, reason: outcome.reason, detail: outcome.detail }] : []

const fractionOf = ({ byteCount, bytesRead }: SourceReader): number | null =>
  byteCount === null || byteCount === 0 ? null : Math.min(1, bytesRead() / byteCount)
