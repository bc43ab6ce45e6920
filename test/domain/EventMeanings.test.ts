import { assert, describe, it } from "@effect/vitest"
import { HashMap, Predicate, Schema } from "effect"
import { fold } from "../../domain/Decider.ts"
import { Account } from "../../domain/account/Account.ts"
import { AccountEvent } from "../../domain/account/AccountEvent.ts"
import { ApiKey } from "../../domain/key/ApiKey.ts"
import { KeyEvent } from "../../domain/key/KeyEvent.ts"
import { Product } from "../../domain/product/Product.ts"
import { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { emptyLedger, evolve } from "../../domain/usage/LedgerState.ts"
import { UsageEvent } from "../../domain/usage/UsageEvent.ts"
import { readEventShapes } from "../../infra/event-log/EventShapes.ts"
import { changeOf } from "../../projections/product-search/ProductSearchProjection.ts"

const shapes = readEventShapes(new URL("../fixtures/events/", import.meta.url))
const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const written = (name: string): unknown => parse(shapes.find(({ file }) => file === `${name}.json`)?.text ?? "")

const product = (name: string) => Schema.decodeUnknownSync(ProductEvent)(written(name))
const key = (name: string) => Schema.decodeUnknownSync(KeyEvent)(written(name))
const account = (name: string) => Schema.decodeUnknownSync(AccountEvent)(written(name))
const usage = (name: string) => Schema.decodeUnknownSync(UsageEvent)(written(name))

const states = <State, Event>(
  evolve: (state: State, event: Event) => State,
  initial: State,
  events: ReadonlyArray<Event>
) => events.map((_, i) => fold(evolve, initial, events.slice(0, i + 1)))

const productStory = ["ProductListed", "ProductRevised", "ProductWithdrawn", "ProductRelisted"]
const keyStory = ["KeyIssued", "KeyRotated", "KeyRenamed", "KeyPlanChanged", "KeyDeactivated", "KeyActivated"]
const accountStory = [
  "AccountRegistered",
  "AccountKeyAdded",
  "EmailVerified",
  "SignInFailed",
  "SignedIn",
  "SignedOut",
  "PasswordChanged",
  "SessionsRevoked",
  "PlanRequested",
  "AccountPlanChanged",
  "AccountDeactivated",
  "AccountActivated",
  "WebhookSet",
  "WebhookRemoved",
  "AccountDeleted",
  "PersonalDataErased"
]
const leaseStory = ["LeaseGranted", "UsageRecorded"]
const leaseEnds = ["LeaseSettled", "LeaseBurnt"]
const cancelled = "LeaseRequestCancelled"
const refused = "CallsRefused"

describe("what events as they were written mean today", () => {
  it("products: listed, revised, withdrawn and listed again, each with the fingerprint that an import compares", () => {
    const events = productStory.map(product)
    const fingerprint = "0123456789abcdefghijkl"
    assert.deepStrictEqual(states(Product.evolve, Product.initial, events), [
      { status: "listed", fingerprint },
      { status: "listed", fingerprint },
      { status: "withdrawn", fingerprint },
      { status: "listed", fingerprint }
    ])
  })

  it("keys: issued, rotated, renamed, on another plan, deactivated and activated", () => {
    const events = keyStory.map(key)
    const [old, digest] = ["A".repeat(43), "B".repeat(43)]
    assert.deepStrictEqual<ReadonlyArray<unknown>>(states(ApiKey.evolve, ApiKey.initial, events), [
      { status: "active", digest: old, plan: "developer", renamings: 0 },
      { status: "active", digest, plan: "developer", renamings: 0 },
      { status: "active", digest, plan: "developer", renamings: 1 },
      { status: "active", digest, plan: "growth", renamings: 1 },
      { status: "inactive", digest, plan: "growth", renamings: 1 },
      { status: "active", digest, plan: "growth", renamings: 1 }
    ])
  })

  it("accounts: from the sign-up to the end, which leaves nothing to decide on", () => {
    const seen = states(Account.evolve, Account.initial, accountStory.map(account))
    const registered = {
      status: "active",
      plan: "developer",
      verified: false,
      passwordVersion: 1,
      sessions: [],
      keys: [],
      requestedPlan: null,
      webhookChanges: 0
    } as const
    const owner = { ...registered, keys: ["key_abcdefghijkl"], verified: true }
    const open = { ...owner, sessions: ["ses_abcdefghijkl"] }
    const changed = { ...owner, passwordVersion: 2, plan: "growth" }
    assert.deepStrictEqual<ReadonlyArray<unknown>>(seen, [
      registered,
      { ...owner, verified: false },
      owner,
      owner,
      open,
      owner,
      { ...owner, passwordVersion: 2 },
      { ...owner, passwordVersion: 2 },
      { ...owner, passwordVersion: 2, requestedPlan: "growth" },
      changed,
      { ...changed, status: "inactive" },
      changed,
      { ...changed, webhookChanges: 1 },
      { ...changed, webhookChanges: 2 },
      { status: "deleted", erased: false },
      { status: "deleted", erased: true }
    ])
  })

  it("usage: a lease counts from its grant; what is settled goes back, what is burnt does not", () => {
    const [settled, burnt] = leaseEnds.map((last) =>
      states(evolve, emptyLedger, [...leaseStory, last].map(usage)).map(({ day }) => day)
    )
    const [granted, recorded] = [
      { open: 50, used: 0, burnt: 0 },
      { open: 48, used: 2, burnt: 0 }
    ]
    assert.deepStrictEqual(settled, [granted, recorded, { open: 0, used: 2, burnt: 0 }])
    assert.deepStrictEqual(burnt, [granted, recorded, { open: 0, used: 2, burnt: 48 }])
  })

  it("usage: a request that was cancelled is never granted", () => {
    const { requests } = evolve(emptyLedger, usage(cancelled))
    assert.deepStrictEqual([...HashMap.entries(requests)], [["node-1:2", null]])
  })

  it("usage: refused calls change nothing in the ledger", () => {
    const lease = fold(evolve, emptyLedger, leaseStory.map(usage))
    assert.strictEqual(evolve(lease, usage(refused)), lease)
  })

  it("is said here of every type", () =>
    assert.sameMembers(
      [ProductEvent, KeyEvent, AccountEvent, UsageEvent].flatMap((union) => Object.keys(union.cases)),
      [...productStory, ...keyStory, ...accountStory, ...leaseStory, ...leaseEnds, cancelled, refused]
    ))

  it.for(shapes.filter(({ type }) => type.startsWith("Product")))("search shows what $file says", ({ file, type }) => {
    const event = product(file.slice(0, -".json".length))
    const streamId = "product-off_4607025392408"
    const envelope = { cursor: { tx: 0, position: 9 }, recordedAt: 0, commandId: "", actor: "cli", event, streamId }
    const change = changeOf({ ...envelope, streamVersion: 3 })
    if (type === "ProductWithdrawn") {
      assert.deepStrictEqual<unknown>(change, { _tag: "Withdraw", id: "off_4607025392408", version: 3 })
      return
    }
    const facts = written(file.slice(0, -".json".length))
    const shown = change._tag === "Put" ? change.document.facts : undefined
    assert.deepStrictEqual<unknown>(shown, Predicate.hasProperty(facts, "facts") ? facts.facts : "none")
  })
})
