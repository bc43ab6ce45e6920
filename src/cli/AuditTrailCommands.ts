import { Clock, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { FailedAuthentications } from "../../domain/ports/FailedAuthentications.ts"
import { FailureRow, ReviewedKeyRow, TrailEventRow } from "../api/contract/AuditContract.ts"
import { trailTypes } from "../api/contract/AuditParameters.ts"
import { keyFlag } from "./KeyArgument.ts"
import { Settings } from "../Config.ts"
import { keyReview } from "../audit/trail/KeyReview.ts"
import { trailEvents, type TrailFilter, TrailOrder, type TrailRow } from "../audit/trail/TrailEvents.ts"
import { shownCloudEvent, shownEvent, shownFailure, shownKey } from "../audit/trail/TrailPresentation.ts"
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
const allEvents = Effect.fnUntraced(function* (filter: TrailFilter, order: TrailOrder) {
  const rows: Array<TrailRow> = []
  let scanned = 0
  let population: number | undefined
  let after: Cursor | null = null
  do {
    const page: Effect.Success<ReturnType<typeof trailEvents>> = yield* trailEvents({
      filter,
      order,
      after,
      limit: pageSize
    })
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
    key: keyFlag.pipe(Flag.withDescription("only this key: key_…, or fdb_… as it begins or began")),
    account: Flag.String("account").pipe(
      Flag.filterMap(Schema.decodeUnknownOption(AccountId), () => "an id, acc_…, as fooddata account list shows it"),
      Flag.withDescription("only this account and its keys"),
      Flag.optional
    ),
    type: Flag.Literals("type", trailTypes).pipe(
      Flag.withDescription("only this type, e.g. KeyRotated"),
      Flag.optional
    ),
    order: Flag.Literals("order", TrailOrder.literals).pipe(
      Flag.withDescription("which events come first"),
      Flag.withDefault("oldest")
    ),
    ...output,
    format: Flag.Literals("format", ["text", "ndjson", "csv", "cloudevents"]).pipe(
      Flag.withDescription(
        "text for people, or all that is known of each row; cloudevents: a batch of CloudEvents 1.0"
      ),
      Flag.withDefault("text" as const)
    )
  },
  Effect.fn(
    function* ({ format, json, order, out, ...flags }) {
      const { account, actor, from, key, to, type } = flags
      const { publicUrl } = yield* Settings
      const filter = {
        from: Option.getOrNull(from),
        to: Option.getOrNull(to),
        actor: Option.getOrNull(actor),
        key: Option.getOrNull(key),
        account: Option.getOrNull(account),
        type: Option.getOrNull(type)
      }
      const { population, rows, scanned } = yield* allEvents(filter, order)
      const reading = {
        view: "events" as const,
        filter: given(flags),
        columns: TrailEventRow.fields,
        shown: ["time", "type", "target", "key_name", "actor", "address", "outcome", "leaf"],
        rows: rows.map(shownEvent),
        beside: { scanned, population }
      }
      const batch = () =>
        rows.map((row) =>
          shownCloudEvent(
            row,
            Option.getOrElse(publicUrl, () => "")
          )
        )
      yield* printReading(format === "cloudevents" ? { ...reading, rows: batch() } : reading, { format, json, out })
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
  {
    account: Flag.String("account").pipe(
      Flag.withSchema(AccountId),
      Flag.withDescription("only keys of this account"),
      Flag.optional
    ),
    ...output
  },
  Effect.fn(function* ({ account, ...flags }) {
    const now = yield* Clock.currentTimeMillis
    const review = keyReview({ account: Option.getOrNull(account), reader: "", offset: 0, limit: rowsMax, now })
    const print = Effect.flatMap(review, ({ keys: reviewed, population }) =>
      printReading(
        {
          view: "keys",
          filter: given({ account }),
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
      Flag.filterMap(
        Schema.decodeUnknownOption(KeyPrefix),
        () => "fdb_ and six characters, as fooddata key list shows them"
      ),
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
    function* ({ format, json, out, ...flags }) {
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
      yield* printReading(reading, { format, json, out })
    },
    Effect.provide(auditTree),
    withStores
  )
).pipe(Command.withDescription("Failed authentications, counted by hour, key prefix and address"))

/** What of the trail the command line shows. */
export const trailCommands = [events, keys, failures, auditUsage] as const
