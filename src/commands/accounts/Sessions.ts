import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import type { AccountId, SessionId } from "../../../domain/account/AccountEvent.ts"
import type { AccountRecord, SessionRecord } from "../../../domain/account/AccountRecord.ts"
import type { EmailAddress } from "../../../domain/account/EmailAddress.ts"
import { normalPassword } from "../../../domain/account/PasswordPolicy.ts"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import { AccountStore } from "../../../domain/ports/AccountStore.ts"
import { AttemptStore } from "../../../domain/ports/AttemptStore.ts"
import { PasswordHasher } from "../../../domain/ports/PasswordHasher.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { FailureCounts } from "../audit/FailureCounts.ts"
import { AccountCommits } from "./AccountCommits.ts"
import { type AccountFailure, CredentialsWrong, type PasswordFailure } from "./AccountErrors.ts"
import { isToken, newSessionId, newToken } from "./AccountTokens.ts"
import { Attempts } from "./Attempts.ts"

export interface SignInRequest {
  readonly email: EmailAddress
  readonly password: string
  /** what a limit of callers counts by, see `limitedBy` */
  readonly from: string
  /** what the program of the caller calls itself */
  readonly client: string
  /** the token of a session that the caller still has: it ends */
  readonly replaces: string | null
}

/** An open session, and whose it is. */
export interface OpenSession {
  readonly session: SessionRecord
  readonly account: AccountRecord
}

export interface NewSession {
  /** what opens it: the only place where it stands in clear */
  readonly token: Redacted.Redacted
  readonly sessionId: SessionId
  readonly account: AccountRecord
}

const clientLengthMax = 200

/** Signing in and out. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** The same work for an address with an account and for one without. */
    readonly signIn: (request: SignInRequest) => Effect.Effect<NewSession, CredentialsWrong | PasswordFailure>
    /** The same for an account whose owner has just proved to be it: by making it, or by its address and password. */
    readonly enter: (
      accountId: AccountId,
      request: Pick<SignInRequest, "client" | "replaces">
    ) => Effect.Effect<NewSession, CredentialsWrong | AccountFailure>
    /** Ends the session of the token, if there is one. */
    readonly signOut: (token: string) => Effect.Effect<void, AccountFailure>
    /** Whose session the token opens: none where it is no token, ran out or was ended. */
    readonly find: (token: string) => Effect.Effect<Option.Option<OpenSession>, StorageUnavailable>
    /** The open sessions of an account, the newest first. */
    readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<SessionRecord>, StorageUnavailable>
    /** Ends these sessions of the account; those that are not its own, or over, are passed over. */
    readonly revoke: (accountId: AccountId, sessions: ReadonlyArray<SessionId>) => Effect.Effect<void, AccountFailure>
  }
>()("fooddata/src/commands/accounts/Sessions") {}

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const failures = yield* AttemptStore
  const commits = yield* AccountCommits
  const secrets = yield* AccountSecrets
  const random = yield* SecretSource
  const hasher = yield* PasswordHasher
  const attempts = yield* Attempts
  const failed = yield* FailureCounts

  const open = Effect.fnUntraced(function* (account: AccountRecord, client: string) {
    const { accountId, address, failuresSeen } = account
    const [token, sessionId] = [yield* newToken(random), yield* newSessionId(random)]
    const openedAt = yield* Clock.currentTimeMillis
    const failed = yield* failures.failuresOf(address)
    const digest = secrets.token(token)
    const session = { digest, sessionId, accountId, openedAt, client: client.slice(0, clientLengthMax).toWellFormed() }
    yield* commits
      .commit({
        accountId,
        actor: `account:${accountId}`,
        // forgotten ones count from nought again
        commands: () => [{ _tag: "SignIn", session: sessionId, failed: Math.max(0, failed - failuresSeen) }],
        changes: () => [{ _tag: "OpenSession", session, failuresSeen: failed }]
      })
      .pipe(
        Effect.catchTags({
          AccountRejected: () => Effect.fail(new CredentialsWrong()),
          AddressTaken: Effect.die,
          TokenUnusable: Effect.die
        })
      )
    return { token: Redacted.make(token), sessionId, account }
  })

  const end = Effect.fnUntraced(function* (
    accountId: AccountId,
    sessions: ReadonlyArray<SessionId>,
    how: "SignOut" | "RevokeSessions"
  ) {
    yield* commits
      .commit({
        accountId,
        actor: `account:${accountId}`,
        commands: () =>
          how === "SignOut"
            ? sessions.map((session) => ({ _tag: "SignOut", session }) as const)
            : [{ _tag: "RevokeSessions", sessions }],
        changes: () => [{ _tag: "CloseSessions", accountId, sessions }]
      })
      // an account that is gone has no sessions
      .pipe(
        Effect.catchTags({ AccountRejected: () => Effect.void, AddressTaken: Effect.die, TokenUnusable: Effect.die })
      )
  })

  const find = Effect.fn("Sessions.find")(function* (token: string) {
    if (!isToken(token)) return Option.none<OpenSession>()
    const session = yield* store.findSession(secrets.token(token), yield* Clock.currentTimeMillis)
    if (Option.isNone(session)) return Option.none<OpenSession>()
    const account = yield* store.findById(session.value.accountId)
    return Option.isSome(account) && account.value.active
      ? Option.some({ session: session.value, account: account.value })
      : Option.none<OpenSession>()
  })

  const signOut = Effect.fn("Sessions.signOut")(function* (token: string) {
    const found = yield* find(token)
    if (Option.isSome(found)) yield* end(found.value.account.accountId, [found.value.session.sessionId], "SignOut")
  })

  return Sessions.of({
    signIn: Effect.fn("Sessions.signIn")(function* ({ client, email, from, password, replaces }) {
      yield* attempts.take("signIn", { from, email })
      const address = secrets.address(email)
      const passwordHash = yield* hasher.hash(normalPassword(password), address, from)
      const found = yield* store.findByCredentials({ address, passwordHash })
      if (Option.isNone(found) || !found.value.active) {
        // no account, not even where the address has one: the counts would tell who has
        failed.note({ kind: "password", from })
        yield* failures.noteFailure(address, yield* Clock.currentTimeMillis)
        return yield* Effect.fail(new CredentialsWrong())
      }
      const opened = yield* open(found.value, client)
      if (replaces !== null) yield* signOut(replaces)
      return opened
    }),
    enter: Effect.fn("Sessions.enter")(function* (accountId, { client, replaces }) {
      const found = yield* store.findById(accountId)
      if (Option.isNone(found) || !found.value.active) return yield* Effect.fail(new CredentialsWrong())
      const opened = yield* open(found.value, client)
      if (replaces !== null) yield* signOut(replaces)
      return opened
    }),
    signOut,
    find,
    list: Effect.fn("Sessions.list")(function* (accountId) {
      return yield* store.sessionsOf(accountId, yield* Clock.currentTimeMillis)
    }),
    revoke: Effect.fn("Sessions.revoke")((accountId, sessions) =>
      sessions.length === 0 ? Effect.void : end(accountId, sessions, "RevokeSessions")
    )
  })
})

export const layer = Layer.effect(Sessions, make)
