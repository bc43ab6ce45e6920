import { Effect, Option, Result, Schema } from "effect"
import { AccountId } from "../../../domain/account/AccountEvent.ts"
import { parseCursor } from "../../../domain/CursorText.ts"
import { eventUnions } from "../../../domain/EventEnvelope.ts"
import { KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { isCalendarDay } from "../../../domain/usage/UsageWindow.ts"
import { KeyChoice } from "../../audit/trail/ChosenKeys.ts"
import { TrailOrder } from "../../audit/trail/TrailEvents.ts"
import { isReconcilable, reconciledDaysMax } from "../../audit/trail/UsageReconciliation.ts"
import { IntegerText } from "../request/IntegerText.ts"
import { timeIn } from "../request/TimeText.ts"

const timeText = (end: "start" | "end") =>
  Schema.String.check(
    Schema.isMaxLength(40),
    Schema.makeFilter((value: string) => Option.isSome(timeIn(value, end)), {
      message: "write a UTC day, such as 2026-11-27, or an instant with its zone, such as 2026-11-27T10:30:00Z"
    })
  )

const From = timeText("start")
const To = timeText("end")

const DayText = UsageDay.check(
  Schema.makeFilter((day: string) => isCalendarDay(day), { message: "a day of the calendar, 2026-11-27" })
)

/** Categories that the trail is of. */
export const trailTypes = [eventUnions.key, eventUnions.account, eventUnions.audit].flatMap((union) =>
  Object.values(union.cases).map(({ fields }) => fields._tag.schema.literal)
)

const CursorText = Schema.String.check(
  Schema.isMaxLength(40),
  Schema.makeFilter((value: string) => Result.isSuccess(parseCursor(value)), { message: "`next` of the page before" })
)

const Format = Schema.Literals(["json", "ndjson", "csv"])
  .annotate({ description: "How the rows are sent; `ndjson` and `csv` say what is beside them in headers." })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("json" as const)))

const Limit = IntegerText.check(Schema.isBetween({ minimum: 1, maximum: 500 })).annotate({
  description: "Rows of a page.",
  examples: [100]
})

const limitDefault = 100

const paging = {
  limit: Limit.pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(limitDefault)))),
  format: Format
}

/** What OpenAPI says of parameters beside their schemas: what checks hide, bounds that they imply, values that are not sent. */
const additions = {
  limit: { default: limitDefault },
  format: { default: "json" },
  order: { default: "oldest" },
  key: { maxLength: 36, pattern: "^(?:key_[0-9a-z]{12,32}|fdb_[0-9A-Za-z]{6})$" },
  account: { maxLength: 36, pattern: "^acc_[0-9a-z]{12,32}$" },
  key_prefix: { maxLength: 10, pattern: "^fdb_[0-9A-Za-z]{6}$" },
  cursor: {
    description: "Where the page before ended: its `next`.",
    maxLength: 31,
    pattern: "^([0-9]{1,15}:)?[0-9]{1,15}$"
  }
}
const day = { maxLength: 10, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }
const time = { maxLength: 40, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2}))?$" }
export const timedAdditions = {
  ...additions,
  from: { ...time, description: "Only what was recorded then or later: a UTC day, or an instant with its zone." },
  to: { ...time, description: "Only what was recorded before, a day alone included." }
}
export const dailyAdditions = {
  ...additions,
  from: { ...day, description: "The first UTC day.", examples: ["2026-11-01"] },
  to: { ...day, description: "The last UTC day; at most 100 days.", examples: ["2026-11-27"] }
}

export const TrailParameters = {
  from: Schema.optionalKey(From),
  to: Schema.optionalKey(To),
  actor: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(100), Schema.isPattern(/^[^\u0000]+$/u)).annotate({
      description: "Only what this actor did: `operator:<name>`, `key:<id>`, `account:<id>`, `system`.",
      examples: ["operator:anna"]
    })
  ),
  key: Schema.optionalKey(
    KeyChoice.annotate({
      description: "Only what happened to this key: its id, or ten characters that it begins or began with."
    })
  ),
  account: Schema.optionalKey(AccountId.annotate({ description: "Only what happened to this account and its keys." })),
  type: Schema.optionalKey(Schema.Literals(trailTypes).annotate({ description: "Only events of this type." })),
  order: TrailOrder.annotate({ description: "Which events come first. Pages follow each other in this order." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed("oldest" as const))
  ),
  cursor: Schema.optionalKey(CursorText),
  limit: paging.limit,
  format: Schema.Literals(["json", "ndjson", "csv", "cloudevents"])
    .annotate({
      description:
        "How the rows are sent: `cloudevents` as a batch of CloudEvents 1.0, with the attributes of the Kafka topics. All but `json` say what is beside the rows in headers."
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("json" as const)))
}

export const KeyReviewParameters = {
  account: Schema.optionalKey(AccountId.annotate({ description: "Only keys of this account." })),
  offset: IntegerText.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 }))
    .annotate({ description: "Keys to skip: `next` of the page before.", examples: [0] })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed("0"))),
  ...paging
}

export const FailureParameters = {
  from: Schema.optionalKey(From),
  to: Schema.optionalKey(To),
  key_prefix: Schema.optionalKey(KeyPrefix.annotate({ description: "Only tries with a key that begins so." })),
  account: Schema.optionalKey(
    AccountId.annotate({
      description: "Only tries with a session or a key of this account. Sign-ins that fail name none."
    })
  ),
  address: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(64), Schema.isPattern(/^[0-9a-f.:/]+$/u)).annotate({
      description: "Only tries from this address; of IPv6 the network, as it is listed.",
      examples: ["203.0.113.9"]
    })
  ),
  ...paging
}

export const ReconciliationParameters = {
  key: KeyChoice.annotate({
    description: "Whose usage: its id, or ten characters that one key alone begins or began with.",
    examples: [KeyChoice.make("key_o3kqy02m6r4uip78")]
  }),
  from: DayText,
  to: DayText,
  format: Format
}

/** What is asked of each part of the trail. */
export const TrailQuery = Schema.Struct(TrailParameters)
export const KeyReviewQuery = Schema.Struct(KeyReviewParameters)
export const FailureQuery = Schema.Struct(FailureParameters)
/** Its days are a range, and so many are answered at once. */
export const ReconciliationQuery = Schema.Struct(ReconciliationParameters).check(
  Schema.makeFilter(isReconcilable, { message: `from and to are a range of 1 to ${reconciledDaysMax} days` })
)
