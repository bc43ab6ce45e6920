import { assert, describe, it } from "@effect/vitest"
import { Array, Result, Schema } from "effect"
import { readFileSync } from "node:fs"
import { Account, type AccountCommand } from "../../../domain/account/Account.ts"
import { SessionId, WebhookDigest } from "../../../domain/account/AccountEvent.ts"
import { type Decider, fold } from "../../../domain/Decider.ts"
import { ApiKey, type ApiKeyCommand } from "../../../domain/key/ApiKey.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { Product, type ProductCommand } from "../../../domain/product/Product.ts"
import { type LedgerCommand, UsageLedger } from "../../../domain/usage/UsageLedger.ts"
import { LeaseId } from "../../../domain/usage/UsageEvent.ts"
import { eventCatalogue } from "../../../infra/event-log/EventCatalogue.ts"
import { fieldsOf } from "../../../infra/event-log/EventFields.ts"
import { eventNotes } from "../../../infra/event-log/EventNotes.ts"
import { readEventShapes } from "../../../infra/event-log/EventShapes.ts"
import { facts as factsOf } from "../../support/Facts.ts"

const committed = readFileSync(new URL("../../../docs/event-catalogue.md", import.meta.url), "utf8")
const shapes = readEventShapes(new URL("../../fixtures/events/", import.meta.url))

describe("docs/event-catalogue.md", () => {
  it("is what the schemas say: node bin/node.mjs bin/event-catalogue.mjs writes it anew", () =>
    assert.strictEqual(committed, eventCatalogue(shapes)))

  it("says for every field of every event what it is", () => {
    for (const heading of Object.keys(eventNotes)) assert.include(committed, `### ${heading}\n`)
    const rows = committed.split("\n").filter((line) => line.startsWith("| `"))
    assert.isAbove(rows.length, 60)
    assert.deepStrictEqual(
      rows.filter((row) => / \| +\|$/.test(row)),
      []
    )
  })
})

describe("fieldsOf", () => {
  it("names types, limits, what may be absent, and what is inside", () => {
    const Code = Schema.String.check(Schema.isPattern(/^\d+$/), Schema.isMaxLength(8))
    const fields = {
      _tag: Schema.tag("Weighed"),
      grams: Schema.NullOr(Schema.Finite).annotateKey({ description: "g" }),
      codes: Schema.NonEmptyArray(Code),
      labels: Schema.Record(Schema.String, Schema.Array(Schema.Struct({ text: Schema.String }))),
      scale: Schema.optionalKey(Schema.Literals(["a", "b"]))
    }
    assert.deepStrictEqual(
      fieldsOf(fields).map(({ description, isOptional, path, type }) => [path, type, isOptional, description]),
      [
        ["grams", "number or null", false, "g"],
        ["codes", "non-empty list of string, matches `^\\d+$`, a length of at most 8", false, ""],
        ["labels", "object with a list of object for each key", false, ""],
        ["labels.<key>[].text", "string", false, ""],
        ["scale", "`a` or `b`", true, ""]
      ]
    )
  })
})

type Tagged = { readonly _tag: string }

/** Which commands are decided with which events, over all histories of up to four of the commands. */
const decisionsOf = <State, Command extends Tagged, Event extends Tagged, Rejection>(
  decider: Decider<State, Command, Event, Rejection>,
  commands: ReadonlyArray<Command>
): ReadonlyArray<string> => {
  const seen = new Set<string>()
  let states: ReadonlyArray<State> = [decider.initial]
  for (let depth = 0; depth < 4; depth++) {
    states = states.flatMap((state) =>
      commands.flatMap((command) => {
        const events = Result.getOrElse(decider.decide(state, command), (): ReadonlyArray<Event> => [])
        for (const event of events) seen.add(`${event._tag} by ${command._tag}`)
        return events.length === 0 ? [] : [fold(decider.evolve, state, events)]
      })
    )
  }
  return [...seen]
}

const facts = factsOf({})
const products: ReadonlyArray<ProductCommand> = [
  { _tag: "ListProduct", facts, fingerprint: "a" },
  { _tag: "ListProduct", facts, fingerprint: "b" },
  { _tag: "WithdrawProduct", reason: "gone" }
]

const digests = ["A", "B"].map((letter) => KeyDigest.make(letter.repeat(43)))
const prefix = KeyPrefix.make("fdb_abc123")
const keys: ReadonlyArray<ApiKeyCommand> = [
  ...digests.map(
    (digest) => ({ _tag: "IssueKey", role: "client", accountId: null, digest, prefix, plan: "starter" }) as const
  ),
  ...Array.cartesian(digests, digests).map(
    ([presented, digest]) => ({ _tag: "RotateKey", presented, digest, prefix }) as const
  ),
  { _tag: "RenameKey", renaming: 1 },
  { _tag: "ChangePlan", plan: "growth" },
  { _tag: "DeactivateKey", reason: "lost" },
  { _tag: "ActivateKey" }
]

const session = SessionId.make("ses_000000000000")
const accounts: ReadonlyArray<AccountCommand> = [
  { _tag: "RegisterAccount", plan: "developer" },
  { _tag: "VerifyEmail" },
  { _tag: "ChangePassword", version: 2, by: "password" },
  { _tag: "SignIn", session, failed: 1 },
  { _tag: "SignOut", session },
  { _tag: "RevokeSessions", sessions: [session] },
  { _tag: "AddKey", key: KeyId.make("key_000000000000"), active: 0 },
  { _tag: "RequestPlan", plan: "growth" },
  { _tag: "ChangeAccountPlan", plan: "growth" },
  { _tag: "DeactivateAccount", reason: "abuse" },
  { _tag: "ActivateAccount" },
  { _tag: "SetWebhook", endpoint: WebhookDigest.make("C".repeat(43)), change: 1 },
  { _tag: "RemoveWebhook", change: 2 },
  { _tag: "DeleteAccount" },
  { _tag: "RecordErasure", origins: 1, keyNames: 1, failedAuthentications: 0 }
]

const lease = LeaseId.make("node-1:1")
const usage: ReadonlyArray<LedgerCommand> = [
  { _tag: "GrantLease", request: lease, lease, node: "node-1", hour: 1, size: 2, dayQuota: 9, hourQuota: 9 },
  { _tag: "RecordUsage", lease, entries: [{ n: 1, at: 0, operation: "search" }] },
  { _tag: "SettleLease", lease, used: 0 },
  { _tag: "BurnLease", lease },
  { _tag: "CancelRequest", request: lease, node: "node-1" }
]

describe("the commands that the catalogue names for each event", () => {
  it("are those that the deciders decide with it, and no others", () => {
    const decided = [
      ...decisionsOf(Product, products),
      ...decisionsOf(ApiKey, keys),
      ...decisionsOf(Account, accounts),
      ...decisionsOf(UsageLedger, usage)
    ]
    const noted = Object.entries(eventNotes).flatMap(([type, { commands }]) =>
      commands.map((name) => `${type} by ${name}`)
    )
    assert.deepStrictEqual(decided.toSorted(), noted.toSorted())
  })
})
