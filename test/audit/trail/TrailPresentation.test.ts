import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { KeyDigest, type KeyEvent, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { cloudEvent, decodeCloudEvent } from "../../../infra/event-log/CloudEvent.ts"
import type { TrailRow } from "../../../src/audit/trail/TrailEvents.ts"
import { shownCloudEvent, shownEvent } from "../../../src/audit/trail/TrailPresentation.ts"

const row = (
  event: { readonly _tag: "SignInFailed"; readonly attempts: number } | { readonly _tag: "EmailVerified" }
) => ({
  leaf: 3,
  id: "6f4a7b68-b000-5abe-b5ed-9fe0398ca90c",
  envelope: {
    cursor: { tx: 0, position: 4 },
    streamId: "account-acc_anna00000000",
    streamVersion: 2,
    recordedAt: 0,
    commandId: "command-1",
    actor: "account:acc_anna00000000",
    event
  },
  target: "acc_anna00000000",
  keyName: null,
  origin: { address: "203.0.113.9", userAgent: "curl/8", requestId: "r-1" }
})

const cloudEventOf = (row: TrailRow, publicUrl = ""): Readonly<Record<string, unknown>> =>
  shownCloudEvent(row, publicUrl)

describe("a row of the trail", () => {
  it("says where its command came from", () =>
    assert.deepInclude(shownEvent(row({ _tag: "EmailVerified" })), {
      target: "acc_anna00000000",
      outcome: "done",
      address: "203.0.113.9",
      client: "curl/8",
      request_id: "r-1"
    }))

  it("of wrong passwords does not say that they came from where the right one did, with which they are told", () =>
    assert.deepInclude(shownEvent(row({ _tag: "SignInFailed", attempts: 2 })), {
      outcome: "refused",
      address: null,
      client: null,
      request_id: null
    }))

  const issued: KeyEvent = {
    _tag: "KeyIssued",
    role: "client",
    accountId: null,
    digest: KeyDigest.make("a".repeat(43)),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan: "developer"
  }
  const ofKey = (event: KeyEvent, keyName: string | null) => {
    const { envelope, ...rest } = row({ _tag: "EmailVerified" })
    return {
      ...rest,
      target: "key_000000000000",
      keyName,
      envelope: { ...envelope, streamId: "key-key_000000000000", event }
    }
  }

  it("never says what an event of old called a key, only what it is called now", () => {
    const renamed = ofKey({ _tag: "KeyRenamed", name: "phone of Anna" }, null)
    const named = ofKey({ ...issued, name: "phone of Anna" }, "laptop")
    for (const shown of [shownEvent(renamed), shownEvent(named), cloudEventOf(renamed), cloudEventOf(named)]) {
      assert.notInclude(JSON.stringify(shown), "Anna")
    }
    assert.deepInclude(shownEvent(named), { key_name: "laptop" })
    assert.deepInclude(shownEvent(renamed), { key_name: null, data: {} })
    assert.deepInclude(cloudEventOf(named), { keyname: "laptop" })
    assert.notInclude(Object.keys(cloudEventOf(named)), "checksum")
  })

  it("as a CloudEvent has all that Kafka has, and what the trail knows beside it", () => {
    const shown = cloudEventOf(ofKey(issued, "laptop"), "https://food.example")
    const { envelope } = ofKey(issued, "laptop")
    const sent = cloudEvent("key", envelope, "https://food.example")
    assert.deepInclude(shown, sent)
    assert.strictEqual(sent.dataschema, "https://food.example/schemas/KeyIssued.json")
    assert.deepInclude(shown, {
      outcome: "done",
      leafindex: "3",
      target: "key_000000000000",
      keyname: "laptop",
      originaddress: "203.0.113.9",
      originclient: "curl/8",
      requestid: "r-1"
    })
    for (const name of Object.keys(shown)) assert.match(name, /^[a-z0-9]{1,20}$/)
    assert.deepStrictEqual(decodeCloudEvent("key", JSON.stringify(shown)), Result.succeed(envelope))
  })

  it("as a CloudEvent has no attribute without a value", () => {
    const { origin: _, ...rest } = ofKey(issued, null)
    const shown = cloudEventOf({ ...rest, leaf: null, origin: null })
    for (const name of ["leafindex", "keyname", "originaddress", "originclient", "requestid"]) {
      assert.notInclude(Object.keys(shown), name)
    }
  })
})
