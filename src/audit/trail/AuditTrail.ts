import { Clock, Context, Effect, Layer, Option } from "effect"
import type { TrailView } from "../../../domain/audit/AuditEvent.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import type { CommandOrigins } from "../../../domain/ports/CommandOrigins.ts"
import type { EventLog, EventUndecodable } from "../../../domain/ports/EventLog.ts"
import {
  FailedAuthentications,
  type FailureCount,
  type FailureFilter
} from "../../../domain/ports/FailedAuthentications.ts"
import type { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import type { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import type { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { AuditTree, type TreeHead } from "../AuditTree.ts"
import type { TreeUnusable } from "../TreeUnusable.ts"
import { recordTrailRead } from "../../commands/audit/RecordTrailRead.ts"
import type { TooManyConflicts } from "../../commands/RetryConflicts.ts"
import type { KeyUnclear } from "./ChosenKeys.ts"
import { keyReview, type KeyReviewPage, type KeyReviewQuestion } from "./KeyReview.ts"
import { trailEvents, type TrailPage, type TrailQuestion } from "./TrailEvents.ts"
import { type ReconciledDay, type ReconciliationQuestion, usageReconciliation } from "./UsageReconciliation.ts"

/** Who asks, and the filter in the words that it was asked in: both are recorded. */
export interface TrailReader {
  readonly actor: Actor
  readonly filter: Readonly<Record<string, string>>
}

export type TrailFailure = StorageUnavailable | EventUndecodable | TooManyConflicts | TreeUnusable | KeyUnclear

type Asked<Question, Answer> = (question: Question, reader: TrailReader) => Effect.Effect<Answer, TrailFailure>

const readerKey = ({ actor }: TrailReader): string => actor.replace(/^key:/, "")

/** What auditors read. Each reading is an event of the trail itself, recorded before the rows are handed out. */
export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    readonly events: Asked<TrailQuestion, TrailPage>
    readonly keys: Asked<Omit<KeyReviewQuestion, "now" | "reader">, KeyReviewPage>
    readonly failures: Asked<FailureFilter, ReadonlyArray<FailureCount>>
    readonly usage: Asked<Omit<ReconciliationQuestion, "now">, ReadonlyArray<ReconciledDay>>
    /** The newest signed state of the audit tree. */
    readonly tree: Effect.Effect<TreeHead | null, TreeUnusable>
  }
>()("fooddata/src/audit/trail/AuditTrail") {
  static readonly layer = Layer.effect(
    AuditTrail,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        | AuditTree
        | CommandOrigins
        | EventLog
        | FailedAuthentications
        | KeyDirectory
        | SecretSource
        | UsageLedgerStore
        | UsageReport
      >()
      const failures = Context.get(context, FailedAuthentications)

      const recorded = <Answer, E, R>(
        view: TrailView,
        { actor, filter }: TrailReader,
        answer: Effect.Effect<Answer, E, R>,
        rowsOf: (answer: Answer) => ReadonlyArray<unknown>
      ) =>
        answer.pipe(
          Effect.tap((found) => recordTrailRead({ view, filter, rows: rowsOf(found).length }, actor)),
          Effect.provideContext(context)
        )

      return AuditTrail.of({
        events: (question, reader) => recorded("events", reader, trailEvents(question), ({ rows }) => rows),
        keys: (question, reader) =>
          recorded(
            "keys",
            reader,
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              keyReview({ ...question, reader: readerKey(reader), now })
            ),
            ({ keys }) => keys
          ),
        failures: (filter, reader) =>
          recorded("failed-authentications", reader, failures.list(filter), (counts) => counts),
        usage: (question, reader) =>
          recorded(
            "usage",
            reader,
            Effect.flatMap(Clock.currentTimeMillis, (now) => usageReconciliation({ ...question, now })),
            (days) => days
          ),
        tree: Effect.map(Context.get(context, AuditTree).head, Option.getOrNull)
      })
    })
  )
}
