import { Clock, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { FailedAuthentications } from "../../domain/ports/FailedAuthentications.ts"
import { FailureRow, ReviewedKeyRow, TrailEventRow } from "../api/contract/AuditContract.ts"
import { trailTypes } from "../api/contract/AuditParameters.ts"
import { keyReview } from "../audit/trail/KeyReview.ts"
import { trailEvents, type TrailFilter, type TrailRow } from "../audit/trail/TrailEvents.ts"
import { shownEvent, shownFailure, shownKey } from "../audit/trail/TrailPresentation.ts"
import { withoutAddress } from "../commands/audit/RecordTrailRead.ts"
import { auditTree } from "../roles/AuditTrees.ts"
import { onUsageReport } from "../roles/UsageReports.ts"
import { auditUsage } from "./AuditUsageCommand.ts"
import { withStores } from "./Stores.ts"
import { recordedBetween } from "./TimeFlag.ts"
import { output, printReading } from "./TrailOutput.ts"

const pageSize = 500
/** Rows that are held in memory at once. */
const rowsMax = 200_000

/** More than one file holds. */
export class TooManyRows extends Schema.TaggedError<TooManyRows>()("TooManyRows", {}) {
  override get message(): string {
    return `more than ${rowsMax} rows: ask for a shorter time with --from and --to`
  }
}

/** As it is recorded: what was given, in words. */
const given = (flags: Readonly<Record<string, Option.Option<string | number>>>): Readonly<Record<string, string>> =>
  withoutAddress(
    Object.fromEntries(
      Object.entries(flags).flatMap(([name, value]) => {
        if (Option.isNone(value)) return []
        return [[name, typeof value.value === "number" ? new Date(value.value).toISOString() : value.value]]
      })
    )
  )

/** All pages of the trail. */
const allEvents = Effect.fnUntraced(function* (filter: TrailFilter) {
  const rows: Array<TrailRow> = []
  let scanned = 0
  let population: number | undefined
  let after: Cursor | null = null
  do {
    const page: Effect.Success<ReturnType<typeof trailEvents>> = yield* trailEvents({ filter, after, limit: pageSize })
    population ??= page.population
    scanned += page.scanned
    rows.push(...page.rows)
    if (rows.length > rowsMax) return yield* new TooManyRows()
    after = page.next
  } while (after !== null)
  return { rows, scanned, population }
})

const events = Command.make(
  "events",
  {
    ...recordedBetween,
    actor: Flag.String("actor").pipe(
      Flag.withDescription("only what they did: operator:anna, key:key_…"),
      Flag.optional
    ),
    key: Flag.String("key").pipe(Flag.withSchema(KeyId), Flag.withDescription("only this key"), Flag.optional),
    account: Flag.String("account").pipe(
      Flag.withSchema(AccountId),
      Flag.withDescription("only this account and its keys"),
      Flag.optional
    ),
    type: Flag.Literals("type", trailTypes).pipe(
      Flag.withDescription("only this type, e.g. KeyRotated"),
      Flag.optional
    ),
    ...output
  },
  Effect.fn(
    function* ({ format, out, ...flags }) {
      const { account, actor, from, key, to, type } = flags
      const filter = {
        from: Option.getOrNull(from),
        to: Option.getOrNull(to),
        actor: Option.getOrNull(actor),
        key: Option.getOrNull(key),
        account: Option.getOrNull(account),
        type: Option.getOrNull(type)
      }
      const { population, rows, scanned } = yield* allEvents(filter)
      const reading = {
        view: "events" as const,
        filter: given(flags),
        columns: TrailEventRow.fields,
        shown: ["time", "type", "target", "actor", "address", "outcome", "leaf"],
        rows: rows.map(shownEvent),
        beside: { scanned, population }
      }
      yield* printReading(reading, { format, out })
    },
    Effect.provide(auditTree),
    withStores
  )
).pipe(
  Command.withDescription("Who did what to keys and accounts, and who read the trail"),
  Command.withExamples([
    {
      command: "fooddata audit events --type KeyRotated --from 2026-07-01 --to 2026-09-30",
      description: "the rotations of a quarter"
    }
  ])
)

const keys = Command.make(
  "keys",
  output,
  Effect.fn(function* (flags) {
    const now = yield* Clock.currentTimeMillis
    const review = keyReview({ offset: 0, limit: rowsMax, now })
    const print = Effect.flatMap(review, ({ keys: reviewed, population }) =>
      printReading(
        {
          view: "keys",
          filter: {},
          columns: ReviewedKeyRow.fields,
          shown: [
            "key_id",
            "name",
            "role",
            "plan",
            "is_active",
            "issued_by",
            "age_days",
            "rotations",
            "last_used",
            "dormant_days"
          ],
          rows: reviewed.map(shownKey),
          beside: { population }
        },
        flags
      )
    )
    yield* withStores(Effect.provide(onUsageReport(print), auditTree))
  })
).pipe(
  Command.withDescription(
    "All keys for a review of access: issue, rotations, plans, last use, dormant for 30 or 90 days"
  )
)

const failures = Command.make(
  "failures",
  {
    ...recordedBetween,
    key_prefix: Flag.String("key-prefix").pipe(
      Flag.withSchema(KeyPrefix),
      Flag.withDescription("only tries with a key that begins so: fdb_abc123"),
      Flag.optional
    ),
    account: Flag.String("account").pipe(
      Flag.withSchema(AccountId),
      Flag.withDescription("only tries with a session or a key of this account"),
      Flag.optional
    ),
    address: Flag.String("address").pipe(Flag.withDescription("only tries from there"), Flag.optional),
    ...output
  },
  Effect.fn(
    function* ({ format, out, ...flags }) {
      const rows = yield* (yield* FailedAuthentications).list({
        from: Option.getOrElse(flags.from, () => 0),
        to: Option.getOrElse(flags.to, () => Number.MAX_SAFE_INTEGER),
        prefix: Option.getOrNull(flags.key_prefix),
        address: Option.getOrNull(flags.address),
        account: Option.getOrNull(flags.account),
        limit: rowsMax
      })
      const reading = {
        view: "failed-authentications" as const,
        filter: given(flags),
        columns: FailureRow.fields,
        shown: ["hour", "kind", "key_prefix", "address", "account_id", "count"],
        rows: rows.map(shownFailure),
        beside: {}
      }
      yield* printReading(reading, { format, out })
    },
    Effect.provide(auditTree),
    withStores
  )
).pipe(Command.withDescription("Failed authentications, counted by hour, key prefix and address"))

/** What of the trail the command line shows. */
export const trailCommands = [events, keys, failures, auditUsage] as const
