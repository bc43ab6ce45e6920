import { Effect, Option, Result } from "effect"
import { Account } from "../../../domain/account/Account.ts"
import { fold } from "../../../domain/Decider.ts"
import { accountStream } from "../../../domain/EventEnvelope.ts"
import { CurrentOrigin } from "../../../domain/ports/CommandOrigins.ts"
import { EventLog, type StreamAppend } from "../../../domain/ports/EventLog.ts"
import { type PendingErasure, PersonalData } from "../../../domain/ports/PersonalData.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { retryConflicts } from "../RetryConflicts.ts"

/**
 * Erases what is personal of a deleted account, and appends the event that says so, in one transaction. To be done when nothing
 * else changes the account or its keys any more. Done again it changes nothing.
 */
export const eraseAccount = Effect.fn("eraseAccount")(
  function* ({ accountId, actor }: PendingErasure) {
    const log = yield* EventLog
    const { eraseOf } = yield* PersonalData
    const streamId = accountStream(accountId)
    const history = yield* log.readStream("account", streamId)
    const state = fold(
      Account.evolve,
      Account.initial,
      history.map(({ event }) => event)
    )
    if (state.status !== "deleted" || state.erased) return
    const commandId = yield* (yield* SecretSource).commandId
    yield* eraseOf(accountId, (erased) => {
      const decided = Result.getSuccess(Account.decide(state, { _tag: "RecordErasure", ...erased }))
      const own: StreamAppend<"account"> = {
        streamId,
        expectedVersion: history.length,
        events: Option.getOrElse(decided, () => [])
      }
      return { streams: [own], meta: { commandId, actor } }
    })
    // where this command comes from would be kept once more
  },
  Effect.provideService(CurrentOrigin, null),
  retryConflicts
)
