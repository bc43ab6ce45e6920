import { Context, Effect, Layer, Option } from "effect"
import type { AccountRejected } from "../../../domain/account/Account.ts"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import type { KeyId, KeyName } from "../../../domain/key/KeyEvent.ts"
import { AccountStore } from "../../../domain/ports/AccountStore.ts"
import { KeyDirectory, type KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import { type IssuedKey, type KeyCommandError, KeyCommands, type KeyGone, type NewKey } from "../KeyCommands.ts"
import { AccountCommits } from "./AccountCommits.ts"
import { type AccountFailure, AccountKeyUnknown, AccountUnknown, type TooManyAttempts } from "./AccountErrors.ts"
import { Attempts } from "./Attempts.ts"

/** A key as its owner sees it. */
export interface AccountKey {
  readonly key: KeyRecord
  /** recorded calls since midnight UTC; those of the last second may be missing */
  readonly requestsToday: number
  readonly requestsThisHour: number
}

type OnOneKey = AccountKeyUnknown | KeyCommandError

/** The keys of an account. A key of somebody else is unknown to it. */
export class AccountKeys extends Context.Service<
  AccountKeys,
  {
    /** Oldest first, deactivated ones too. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<AccountKey>, StorageUnavailable>
    /** On the plan of the account; at most five are active at one time (`AccountRejected`, `too-many-keys`). */
    readonly issue: (
      accountId: AccountId,
      name: KeyName
    ) => Effect.Effect<IssuedKey, AccountRejected | AccountUnknown | TooManyAttempts | AccountFailure>
    readonly rename: (accountId: AccountId, keyId: KeyId, name: KeyName) => Effect.Effect<void, OnOneKey>
    readonly rotate: (accountId: AccountId, keyId: KeyId) => Effect.Effect<NewKey, KeyGone | OnOneKey>
    readonly deactivate: (accountId: AccountId, keyId: KeyId) => Effect.Effect<void, OnOneKey>
  }
>()("fooddata/src/commands/accounts/AccountKeys") {}

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const directory = yield* KeyDirectory
  const ledger = yield* UsageLedgerStore
  const commits = yield* AccountCommits
  const keys = yield* KeyCommands
  const attempts = yield* Attempts

  const ownKey = Effect.fnUntraced(function* (accountId: AccountId, keyId: KeyId) {
    const found = yield* directory.findById(keyId)
    return Option.isSome(found) && found.value.accountId === accountId ? found.value : yield* new AccountKeyUnknown()
  })

  const actorOf = (accountId: AccountId): Actor => `account:${accountId}`
  const unknown = () => Effect.fail(new AccountKeyUnknown())

  return AccountKeys.of({
    list: Effect.fn("AccountKeys.list")(function* (accountId) {
      return yield* Effect.forEach(yield* directory.listOf(accountId), (key) =>
        Effect.map(ledger.balance(key.keyId), ({ usedThisHour, usedToday }) => ({
          key,
          requestsToday: usedToday,
          requestsThisHour: usedThisHour
        }))
      )
    }),
    issue: Effect.fn("AccountKeys.issue")(function* (accountId, name) {
      yield* attempts.take("key", { account: accountId })
      const account = Option.getOrUndefined(yield* store.findById(accountId))
      if (account === undefined) return yield* new AccountUnknown()
      const { append, issued } = yield* keys.prepare(account.plan, { accountId, name })
      const inactive = new Set((yield* directory.listOf(accountId)).flatMap((key) => (key.active ? [] : [key.keyId])))
      yield* commits
        .commit({
          accountId,
          actor: actorOf(accountId),
          // by the stream as it is then: of two that are issued at once, the second counts the first
          commands: (state) => [
            {
              _tag: "AddKey",
              key: issued.keyId,
              active: "keys" in state ? state.keys.filter((key) => !inactive.has(key)).length : 0
            }
          ],
          changes: () => [],
          with: [append]
        })
        .pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die }))
      return issued
    }),
    rename: Effect.fn("AccountKeys.rename")(function* (accountId, keyId, name) {
      yield* ownKey(accountId, keyId)
      yield* keys.rename(keyId, name, actorOf(accountId)).pipe(Effect.catchTag("KeyRejected", unknown))
    }),
    rotate: Effect.fn("AccountKeys.rotate")(function* (accountId, keyId) {
      return yield* keys.rotate(yield* ownKey(accountId, keyId), actorOf(accountId))
    }),
    deactivate: Effect.fn("AccountKeys.deactivate")(function* (accountId, keyId) {
      yield* ownKey(accountId, keyId)
      yield* keys
        .deactivate(keyId, "deactivated by its owner", actorOf(accountId))
        .pipe(Effect.catchTag("KeyRejected", unknown))
    })
  })
})

export const layer = Layer.effect(AccountKeys, make)
