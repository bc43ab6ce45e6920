import { Console, Effect, Option, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { KeyName, KeyRole } from "../../domain/key/KeyEvent.ts"
import { PlanName } from "../../domain/key/Plan.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import type { KeyChoice } from "../audit/trail/ChosenKeys.ts"
import { KeyCommands } from "../commands/KeyCommands.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { findKey, namedKey } from "./KeyArgument.ts"
import { withKeyCommands, withStores } from "./Stores.ts"
import { json, table } from "./Output.ts"

/** A key needs a plan that its calls are counted by; an auditor's makes none that count, and is only paced. */
export class PlanUnclear extends Schema.TaggedError<PlanUnclear>()("PlanUnclear", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

const auditorPlan: PlanName = "developer"

const planFor = (role: KeyRole, plan: PlanName | null): Effect.Effect<PlanName, PlanUnclear> => {
  if (role === "client") {
    return plan === null
      ? Effect.fail(new PlanUnclear({ reason: `say --plan: ${PlanName.literals.join(", ")}` }))
      : Effect.succeed(plan)
  }
  return plan === null
    ? Effect.succeed(auditorPlan)
    : Effect.fail(new PlanUnclear({ reason: "--role auditor goes without --plan: it opens the audit trail, not data" }))
}

const issue = Command.make(
  "issue",
  {
    plan: Flag.Literals("plan", PlanName.literals).pipe(
      Flag.withDescription("the plan of the new key; an auditor's has none of its own"),
      Flag.optional
    ),
    role: Flag.Literals("role", KeyRole.literals).pipe(
      Flag.withDescription("what it opens: the data within its plan, or the audit trail and nothing else"),
      Flag.withDefault("client")
    ),
    name: Flag.String("name").pipe(
      Flag.filter(Schema.is(KeyName), () => "up to 60 characters, without control characters"),
      Flag.withDescription("whose it is, or what it is for: up to 60 characters, shown wherever keys are listed"),
      Flag.withDefault("")
    ),
    json
  },
  Effect.fn(function* (flags) {
    const plan = yield* planFor(flags.role, Option.getOrNull(flags.plan))
    const { name, role } = flags
    const issued = yield* (yield* KeyCommands).issue({ plan, role, name }, yield* CurrentOperator)
    const key = Redacted.value(issued.key)
    if (flags.json) {
      const { keyId, prefix } = issued
      return yield* Console.log(JSON.stringify({ key, key_prefix: prefix, key_id: keyId, plan, role }))
    }
    const kind = role === "auditor" ? "Auditor's" : plan
    yield* Console.log(`${key}\n\n${kind} key ${issued.keyId}. It is shown this once: keep it safe.`)
  }, withKeyCommands)
).pipe(Command.withDescription("Issue a new API key and print it, this once"))

const shown = (record: KeyRecord) => ({
  key_id: record.keyId,
  key_prefix: record.prefix,
  plan: record.plan,
  role: record.role,
  name: record.name === "" ? null : record.name,
  is_active: record.active,
  issued_at: new Date(record.issuedAt).toISOString()
})

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* (flags) {
    const records = (yield* (yield* KeyDirectory).list).map(shown)
    if (flags.json) return yield* Console.log(JSON.stringify(records))
    if (records.length === 0) return yield* Console.log("No keys yet: `fooddata key issue --plan developer` makes one.")
    const rows = records.map((record) => [
      record.key_id,
      record.key_prefix,
      record.role === "client" ? record.plan : record.role,
      record.is_active ? "active" : "inactive",
      record.issued_at,
      record.name ?? "-"
    ])
    yield* Console.log(table([["ID", "PREFIX", "PLAN", "STATE", "ISSUED", "NAME"], ...rows]))
  }, withStores)
).pipe(Command.withDescription("List all keys, oldest first; never the keys themselves"))

const show = Command.make(
  "show",
  { key: namedKey, json },
  Effect.fn(function* (flags) {
    const record = yield* findKey(flags.key)
    const balance = yield* (yield* UsageLedgerStore).balance(record.keyId)
    const details = { ...shown(record), requests_today: balance.usedToday, requests_this_hour: balance.usedThisHour }
    if (flags.json) return yield* Console.log(JSON.stringify(details))
    yield* Console.log(table(Object.entries(details).map(([name, value]) => [name, String(value)])))
  }, withStores)
).pipe(Command.withDescription("Show one key: plan, state and recorded use"))

const changed = Effect.fnUntraced(function* (key: KeyChoice, asJson: boolean) {
  const record = yield* findKey(key)
  const { active, keyId, name, plan } = record
  const called = name === "" ? "" : ` (${name})`
  yield* Console.log(
    asJson ? JSON.stringify(shown(record)) : `${keyId}${called}: ${plan}, ${active ? "active" : "inactive"}, in force`
  )
})

const deactivate = Command.make(
  "deactivate",
  {
    key: namedKey,
    reason: Flag.String("reason").pipe(
      Flag.withDescription("why, for the record"),
      Flag.withDefault("deactivated by the operator")
    ),
    json
  },
  Effect.fn(function* ({ key, reason, ...flags }) {
    const { keyId } = yield* findKey(key)
    yield* (yield* KeyCommands).deactivate(keyId, reason)
    yield* changed(key, flags.json)
  }, withKeyCommands)
).pipe(Command.withDescription("Refuse a key from the next request on, until it is activated again"))

const activate = Command.make(
  "activate",
  { key: namedKey, json },
  Effect.fn(function* ({ key, ...flags }) {
    const { keyId } = yield* findKey(key)
    yield* (yield* KeyCommands).activate(keyId)
    yield* changed(key, flags.json)
  }, withKeyCommands)
).pipe(Command.withDescription("Activate a deactivated key again"))

const plan = Command.make(
  "plan",
  {
    key: namedKey,
    plan: Argument.Literals("plan", PlanName.literals).pipe(Argument.withDescription("the new plan")),
    json
  },
  Effect.fn(function* ({ key, plan, ...flags }) {
    const { keyId } = yield* findKey(key)
    yield* (yield* KeyCommands).changePlan(keyId, plan)
    yield* changed(key, flags.json)
  }, withKeyCommands)
).pipe(Command.withDescription("Move a key to another plan, from the next request on; its counters stay"))

const rename = Command.make(
  "rename",
  {
    key: namedKey,
    name: Argument.String("name").pipe(
      Argument.filter(Schema.is(KeyName), () => "up to 60 characters, without control characters"),
      Argument.withDescription('what it is called from now on, up to 60 characters; "" erases what it was called')
    ),
    json
  },
  Effect.fn(function* ({ key, name, ...flags }) {
    const { keyId } = yield* findKey(key)
    yield* (yield* KeyCommands).rename(keyId, name, yield* CurrentOperator)
    yield* changed(key, flags.json)
  }, withKeyCommands)
).pipe(Command.withDescription("Rename a key, or remove its name; names are stored in no event"))

export const keyCommand = Command.make("key").pipe(
  Command.withDescription("Issue, inspect and control API keys"),
  Command.withSubcommands([issue, list, show, rename, deactivate, activate, plan])
)
