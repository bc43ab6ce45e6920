import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AccountCommand, AccountRejected } from "../../../domain/account/Account.ts"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { AccountRecord } from "../../../domain/account/AccountRecord.ts"
import { accountStream, type Actor, type EventEnvelope, keyStream } from "../../../domain/EventEnvelope.ts"
import type { PlanName } from "../../../domain/key/Plan.ts"
import { type AccountChange, AccountStore } from "../../../domain/ports/AccountStore.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { CurrentOrigin } from "../../../domain/ports/CommandOrigins.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { type PendingErasure, PersonalData } from "../../../domain/ports/PersonalData.ts"
import type { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { WebhookStore } from "../../../domain/ports/WebhookStore.ts"
import { KeyCommands } from "../KeyCommands.ts"
import { AccountCommits } from "./AccountCommits.ts"
import { type AccountFailure, AccountUnknown } from "./AccountErrors.ts"
import { eraseAccount } from "./EraseAccount.ts"
import { CurrentOperator } from "../CurrentOperator.ts"

type Refusal = AccountRejected | AccountFailure

/** What an operator may do to an account, and how it ends. Each answers when its change is in force on every node. */
export class AccountLifecycle extends Context.Service<
  AccountLifecycle,
  {
    /** Of the account, its keys, and the keys that it will get. */
    readonly changePlan: (accountId: AccountId, plan: PlanName) => Effect.Effect<void, Refusal>
    /** Nobody signs in to it any more, its sessions are over, its keys are refused. */
    readonly deactivate: (accountId: AccountId, reason: string) => Effect.Effect<void, Refusal>
    /** Its owner may sign in again. Keys stay deactivated: which of them are wanted is for the owner to say. */
    readonly activate: (accountId: AccountId) => Effect.Effect<void, Refusal>
    /** Erases what is personal of it; keys are refused for ever. What the log says of it stays. */
    readonly delete: (accountId: AccountId, actor: Actor) => Effect.Effect<void, Refusal>
    /** Goes on with the deletions that were cut off: by a process that was killed, or by a store out of reach. */
    readonly finishDeletions: Effect.Effect<void, StorageUnavailable>
    /** Everything that is held of an account and its keys, as JSON; what was counted of them is in the usage report. */
    readonly export: (accountId: AccountId) => Effect.Effect<AccountExport, AccountUnknown | AccountFailure>
  }
>()("fooddata/src/commands/accounts/AccountLifecycle") {}

/** In the names that the API uses. */
export type AccountExport = Readonly<Record<string, unknown>>

const instant = (ms: number): string => new Date(ms).toISOString()

/** An account as people see it, without anything that opens it. */
export const shownAccount = ({
  accountId,
  active,
  email,
  plan,
  registeredAt,
  signedInAt,
  verified
}: AccountRecord) => ({
  account_id: accountId,
  email,
  email_verified: verified,
  plan,
  is_active: active,
  registered_at: instant(registeredAt),
  signed_in_at: signedInAt === null ? null : instant(signedInAt)
})

/** An event as its subject reads it. The digest of a key is no data of its owner: it finds the key in our tables. */
const exportedEvent = ({ actor, event, recordedAt, streamVersion }: EventEnvelope<"account" | "key">) => {
  const { _tag: type, ...data } = event
  const { digest: _digest, ...shown } = { digest: null, ...data }
  return { version: streamVersion, type, time: instant(recordedAt), actor, data: shown }
}

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const log = yield* EventLog
  const directory = yield* KeyDirectory
  const keys = yield* KeyCommands
  const commits = yield* AccountCommits
  const webhooks = yield* WebhookStore
  const personal = yield* PersonalData
  const erasing = yield* Effect.context<EventLog | PersonalData | SecretSource>()

  const commit = (accountId: AccountId, actor: Actor, command: AccountCommand, change: AccountChange) =>
    commits
      .commit({ accountId, actor, commands: () => [command], changes: () => [change] })
      .pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die }))

  /** A key that is gone meanwhile is what was wanted. */
  const deactivateKeys = Effect.fnUntraced(function* (accountId: AccountId, reason: string, actor: Actor) {
    const active = (yield* directory.listOf(accountId)).filter((key) => key.active)
    yield* Effect.forEach(
      active,
      ({ keyId }) => keys.deactivate(keyId, reason, actor).pipe(Effect.catchTag("KeyRejected", () => Effect.void)),
      { discard: true }
    )
  })

  /**
   * After the event, so that no key is issued meanwhile. What is left to be done is listed until it is: given again, or at the next
   * start, it goes on where it was cut off.
   */
  const finishDeletion = Effect.fnUntraced(
    function* (pending: PendingErasure) {
      yield* deactivateKeys(pending.accountId, "its account was deleted", pending.actor)
      yield* eraseAccount(pending)
    },
    Effect.provideService(CurrentOrigin, null),
    Effect.provideContext(erasing)
  )

  const sessionsOf = Effect.fnUntraced(function* (accountId: AccountId) {
    return yield* store.sessionsOf(accountId, yield* Clock.currentTimeMillis)
  })

  return AccountLifecycle.of({
    changePlan: Effect.fn("AccountLifecycle.changePlan")(function* (accountId, plan) {
      const command = { _tag: "ChangeAccountPlan", plan } as const
      yield* commit(accountId, yield* CurrentOperator, command, { _tag: "SetPlan", accountId, plan })
      // again for those that were left out when the last change was cut off: a key that has the plan stays as it is
      yield* Effect.forEach(
        yield* directory.listOf(accountId),
        ({ keyId }) => keys.changePlan(keyId, plan).pipe(Effect.catchTag("KeyRejected", () => Effect.void)),
        { discard: true }
      )
    }),
    deactivate: Effect.fn("AccountLifecycle.deactivate")(function* (accountId, reason) {
      const actor = yield* CurrentOperator
      const sessions = (yield* sessionsOf(accountId)).map(({ sessionId }) => sessionId)
      yield* commits
        .commit({
          accountId,
          actor,
          commands: () => [{ _tag: "DeactivateAccount", reason }],
          changes: () => [
            { _tag: "SetActive", accountId, active: false },
            { _tag: "CloseSessions", accountId, sessions }
          ]
        })
        .pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die }))
      // no key can be issued any more
      yield* deactivateKeys(accountId, reason, actor)
    }),
    activate: Effect.fn("AccountLifecycle.activate")(function* (accountId) {
      const change = { _tag: "SetActive", accountId, active: true } as const
      yield* commit(accountId, yield* CurrentOperator, { _tag: "ActivateAccount" }, change)
    }),
    delete: Effect.fn("AccountLifecycle.delete")(function* (accountId, actor) {
      yield* commit(accountId, actor, { _tag: "DeleteAccount" }, { _tag: "Erase", accountId, actor })
      yield* finishDeletion({ accountId, actor })
    }),
    finishDeletions: Effect.gen(function* () {
      const pending = yield* personal.pending
      yield* Effect.forEach(
        pending,
        (each) =>
          finishDeletion(each).pipe(
            // one that cannot be finished holds up no other
            Effect.catchCause((cause) =>
              Effect.logWarning("the deletion of an account could not be finished", each.accountId, cause)
            )
          ),
        { discard: true }
      )
    }).pipe(Effect.withSpan("AccountLifecycle.finishDeletions")),
    export: Effect.fn("AccountLifecycle.export")(function* (accountId) {
      const account = Option.getOrUndefined(yield* store.findById(accountId))
      if (account === undefined) return yield* new AccountUnknown()
      const webhook = yield* webhooks.endpoint(accountId)
      const keysHeld = yield* directory.listOf(accountId)
      const events = yield* log.readStream("account", accountStream(accountId))
      const eventsOfKeys = yield* Effect.forEach(keysHeld, ({ keyId }) => log.readStream("key", keyStream(keyId)))
      return {
        account: shownAccount(account),
        webhook_url: Option.getOrNull(Option.map(webhook, ({ url }) => url)),
        sessions: (yield* sessionsOf(accountId)).map(({ client, openedAt, seenAt, sessionId }) => ({
          session_id: sessionId,
          opened_at: instant(openedAt),
          seen_at: instant(seenAt),
          client
        })),
        keys: keysHeld.map(({ active, issuedAt, keyId, name, plan, prefix }, i) => ({
          key_id: keyId,
          name,
          key_prefix: prefix,
          plan,
          is_active: active,
          issued_at: instant(issuedAt),
          events: (eventsOfKeys[i] ?? []).map(exportedEvent)
        })),
        events: events.map(exportedEvent)
      }
    })
  })
})

export const layer = Layer.effect(AccountLifecycle, make)
