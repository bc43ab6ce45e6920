import { Context, Effect, Layer, Result } from "effect"
import {
  Account,
  type AccountCommand,
  type AccountRejected,
  type AccountState
} from "../../../domain/account/Account.ts"
import type { AccountEvent, AccountId } from "../../../domain/account/AccountEvent.ts"
import { fold } from "../../../domain/Decider.ts"
import { accountStream, type Actor } from "../../../domain/EventEnvelope.ts"
import {
  type AccountChange,
  AccountStore,
  type AddressTaken,
  type TokenUnusable
} from "../../../domain/ports/AccountStore.ts"
import { EventLog, type StreamAppend } from "../../../domain/ports/EventLog.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { retryConflicts } from "../RetryConflicts.ts"
import type { AccountFailure } from "./AccountErrors.ts"

/** One decision about an account and all that is written with it. */
export interface AccountWork {
  readonly accountId: AccountId
  readonly actor: Actor
  /** decided one after the other; of the state before each */
  readonly commands: (state: AccountState) => ReadonlyArray<AccountCommand>
  /** what changes beside the log, where these events are appended */
  readonly changes: (events: ReadonlyArray<AccountEvent>) => ReadonlyArray<AccountChange>
  /** streams that are appended to with it */
  readonly with?: ReadonlyArray<StreamAppend>
}

type Refusal = AccountRejected | AddressTaken | TokenUnusable | AccountFailure

/** Load, decide, append: events, the table of accounts and other streams in one transaction. */
export class AccountCommits extends Context.Service<
  AccountCommits,
  {
    /** The events; none, where there was nothing to do: then nothing was written. */
    readonly commit: (work: AccountWork) => Effect.Effect<ReadonlyArray<AccountEvent>, Refusal>
    /** Changes without events. */
    readonly change: (...changes: ReadonlyArray<AccountChange>) => Effect.Effect<void, Refusal>
  }
>()("fooddata/src/commands/accounts/AccountCommits") {
  static readonly layer: Layer.Layer<AccountCommits, never, AccountStore | EventLog | SecretSource> = Layer.effect(
    AccountCommits,
    Effect.gen(function* () {
      const log = yield* EventLog
      const store = yield* AccountStore
      const secrets = yield* SecretSource

      const commit = Effect.fn("AccountCommits.commit")(function* (work: AccountWork) {
        const stream = accountStream(work.accountId)
        const history = yield* log.readStream("account", stream)
        const events = yield* Effect.fromResult(
          decideAll(
            fold(
              Account.evolve,
              Account.initial,
              history.map(({ event }) => event)
            ),
            work.commands
          )
        )
        if (events.length === 0) return events
        const own: StreamAppend<"account"> = { streamId: stream, expectedVersion: history.length, events }
        const meta = { commandId: yield* secrets.commandId, actor: work.actor }
        yield* store.commit([own, ...(work.with ?? [])], meta, work.changes(events))
        return events
      }, retryConflicts)

      const change = Effect.fn("AccountCommits.change")(function* (...changes: ReadonlyArray<AccountChange>) {
        yield* store.commit([], { commandId: yield* secrets.commandId, actor: "system" }, changes)
      }, retryConflicts)

      return AccountCommits.of({ commit, change })
    })
  )
}

const decideAll = (
  before: AccountState,
  commands: AccountWork["commands"]
): Result.Result<ReadonlyArray<AccountEvent>, AccountRejected> => {
  const events: Array<AccountEvent> = []
  let state = before
  for (const command of commands(before)) {
    const decision = Account.decide(state, command)
    if (Result.isFailure(decision)) return Result.fail(decision.failure)
    events.push(...decision.success)
    state = fold(Account.evolve, state, decision.success)
  }
  return Result.succeed(events)
}
