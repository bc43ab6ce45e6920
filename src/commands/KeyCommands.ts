import { Context, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { fold } from "../../domain/Decider.ts"
import type { AccountId } from "../../domain/account/AccountEvent.ts"
import { type Actor, type Cursor, keyStream } from "../../domain/EventEnvelope.ts"
import { ApiKey, type ApiKeyCommand, type KeyRejected } from "../../domain/key/ApiKey.ts"
import type { KeyId, KeyName, KeyPrefix, KeyRole } from "../../domain/key/KeyEvent.ts"
import { keyAlphabet, keyRandomLength, makeKey, prefixOf } from "../../domain/key/KeyToken.ts"
import type { PlanName } from "../../domain/key/Plan.ts"
import { EventLog, type EventUndecodable, type StreamAppend } from "../../domain/ports/EventLog.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import { SecretSource } from "../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { KeyFence } from "../metering/KeyFence.ts"
import { retryConflicts, type TooManyConflicts } from "./RetryConflicts.ts"
import { CurrentOperator } from "./CurrentOperator.ts"

/** A key fresh from the generator: the only place where it stands in clear. */
export interface NewKey {
  readonly key: Redacted.Redacted
  readonly prefix: KeyPrefix
}

export interface IssuedKey extends NewKey {
  readonly keyId: KeyId
  readonly plan: PlanName
}

/** Whose key it is, and what they call it. */
export interface KeyOwner {
  readonly accountId: AccountId
  readonly name: KeyName
}

/** What the operator issues a key for. */
export interface KeyPurpose {
  readonly plan: PlanName
  readonly role?: KeyRole
  readonly name?: KeyName
}

type IssueKey = Extract<ApiKeyCommand, { readonly _tag: "IssueKey" }>

export interface PreparedKey {
  readonly issued: IssuedKey
  readonly append: StreamAppend<"key">
}

/** The presented key is no longer in force: rotated away by somebody else, or deactivated. */
export class KeyGone extends Schema.TaggedError<KeyGone>()("KeyGone", {}) {}

export type KeyCommandError = StorageUnavailable | EventUndecodable | TooManyConflicts

/** Commands on API keys. Each answers when its change is in force on every node. */
export class KeyCommands extends Context.Service<
  KeyCommands,
  {
    /** A key that is not issued yet: its event belongs into the append that makes it one, with others. */
    readonly prepare: (plan: PlanName, owner: KeyOwner) => Effect.Effect<PreparedKey>
    readonly issue: (purpose: KeyPurpose, actor: Actor) => Effect.Effect<IssuedKey, KeyCommandError>
    /**
     * Replaces the key that `record` was found by; of two rotations of one key, one wins. Not begun while a node is out of
     * touch: the answer, which alone has the new key, would come too late for who asked.
     */
    readonly rotate: (record: KeyRecord, actor?: Actor) => Effect.Effect<NewKey, KeyGone | KeyCommandError>
    readonly changePlan: (keyId: KeyId, plan: PlanName) => Effect.Effect<void, KeyRejected | KeyCommandError>
    readonly rename: (keyId: KeyId, name: KeyName, actor: Actor) => Effect.Effect<void, KeyRejected | KeyCommandError>
    readonly deactivate: (
      keyId: KeyId,
      reason: string,
      actor?: Actor
    ) => Effect.Effect<void, KeyRejected | KeyCommandError>
    readonly activate: (keyId: KeyId) => Effect.Effect<void, KeyRejected | KeyCommandError>
  }
>()("fooddata/src/commands/KeyCommands") {}

const make = Effect.gen(function* () {
  const log = yield* EventLog
  const hasher = yield* KeyHasher
  const secrets = yield* SecretSource
  const fence = yield* KeyFence
  const directory = yield* KeyDirectory

  const generate = Effect.gen(function* () {
    const key = makeKey(yield* secrets.text(keyAlphabet, keyRandomLength))
    return { key: Redacted.make(key), prefix: prefixOf(key), digest: hasher.digest(key) }
  })

  const load = Effect.fnUntraced(function* (keyId: KeyId) {
    const history = yield* log.readStream("key", keyStream(keyId))
    const state = fold(
      ApiKey.evolve,
      ApiKey.initial,
      history.map(({ event }) => event)
    )
    return { state, version: history.length }
  })

  /** Load, decide, append; the cursor of the change, or none when there was nothing to do. */
  const commit = Effect.fnUntraced(function* (keyId: KeyId, command: ApiKeyCommand, actor: Actor) {
    const { state, version } = yield* load(keyId)
    const events = yield* Effect.fromResult(ApiKey.decide(state, command))
    if (events.length === 0) return Option.none<Cursor>()
    const commandId = yield* secrets.commandId
    const streams = [{ streamId: keyStream(keyId), expectedVersion: version, events }]
    return Option.some(yield* log.append(streams, { commandId, actor }))
  }, retryConflicts)

  /** The stream is read before the name: who gives another name in between comes in the way of the append. */
  const rename = Effect.fnUntraced(function* (keyId: KeyId, keyName: KeyName, actor: Actor) {
    const { state, version } = yield* load(keyId)
    const renaming = state.status === "absent" ? 1 : state.renamings + 1
    const events = yield* Effect.fromResult(ApiKey.decide(state, { _tag: "RenameKey", renaming }))
    const known = yield* directory.findById(keyId)
    if (Option.exists(known, ({ name }) => name === keyName)) return
    const commandId = yield* secrets.commandId
    const streams = [{ streamId: keyStream(keyId), expectedVersion: version, events, keyName }]
    yield* log.append(streams, { commandId, actor })
  }, retryConflicts)

  const commitEverywhere = Effect.fnUntraced(function* (keyId: KeyId, command: ApiKeyCommand, actor: Actor) {
    const change = yield* commit(keyId, command, actor)
    if (Option.isSome(change)) yield* fence.awaitInForce(change.value)
  })

  const commitAsOperator = (keyId: KeyId, command: ApiKeyCommand) =>
    Effect.flatMap(CurrentOperator, (operator) => commitEverywhere(keyId, command, operator))

  const prepared = Effect.fnUntraced(function* (facts: Omit<IssueKey, "_tag" | "digest" | "prefix">, keyName: KeyName) {
    const { plan } = facts
    const keyId = yield* secrets.keyId
    const { digest, key, prefix } = yield* generate
    const issue: IssueKey = { _tag: "IssueKey", ...facts, digest, prefix }
    const events = Result.getOrThrow(ApiKey.decide(ApiKey.initial, issue))
    const append: StreamAppend<"key"> = { streamId: keyStream(keyId), expectedVersion: 0, events, keyName }
    return { issued: { key, prefix, keyId, plan }, append }
  })

  return KeyCommands.of({
    prepare: Effect.fn("KeyCommands.prepare")((plan, { accountId, name }) =>
      prepared({ plan, role: "client", accountId }, name)
    ),
    issue: Effect.fn("KeyCommands.issue")(function* (purpose, actor) {
      const { name = "", plan, role = "client" } = purpose
      const { append, issued } = yield* prepared({ accountId: null, plan, role }, name)
      // no node can know a key that did not exist: nothing to wait for. A random id that is taken is a broken generator
      yield* log
        .append([append], { commandId: yield* secrets.commandId, actor })
        .pipe(Effect.catchTag("ConcurrencyConflict", Effect.die))
      return issued
    }),
    rotate: Effect.fn("KeyCommands.rotate")(function* (record, actor = `key:${record.keyId}` as const) {
      yield* fence.demandAllInTouch
      const { digest, key, prefix } = yield* generate
      const command: ApiKeyCommand = { _tag: "RotateKey", presented: record.digest, digest, prefix }
      yield* commitEverywhere(record.keyId, command, actor).pipe(
        Effect.catchTag("KeyRejected", () => Effect.fail(new KeyGone()))
      )
      return { key, prefix }
    }),
    changePlan: Effect.fn("KeyCommands.changePlan")((keyId, plan) =>
      commitAsOperator(keyId, { _tag: "ChangePlan", plan })
    ),
    // a node that does not know the new name yet shows the old one: nothing to wait for
    rename: Effect.fn("KeyCommands.rename")(rename),
    deactivate: Effect.fn("KeyCommands.deactivate")((keyId, reason, actor) => {
      const command: ApiKeyCommand = { _tag: "DeactivateKey", reason }
      return actor === undefined ? commitAsOperator(keyId, command) : commitEverywhere(keyId, command, actor)
    }),
    activate: Effect.fn("KeyCommands.activate")((keyId) => commitAsOperator(keyId, { _tag: "ActivateKey" }))
  })
})

export const layer: Layer.Layer<KeyCommands, never, EventLog | KeyDirectory | KeyHasher | SecretSource | KeyFence> =
  Layer.effect(KeyCommands, make)
