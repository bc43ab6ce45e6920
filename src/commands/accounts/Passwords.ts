import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AccountRejected } from "../../../domain/account/Account.ts"
import type { AccountId, SessionId } from "../../../domain/account/AccountEvent.ts"
import type { AccountRecord } from "../../../domain/account/AccountRecord.ts"
import type { EmailAddress } from "../../../domain/account/EmailAddress.ts"
import { tokenLifeMs } from "../../../domain/account/Lifetimes.ts"
import { normalPassword, passwordFault } from "../../../domain/account/PasswordPolicy.ts"
import type { Actor } from "../../../domain/EventEnvelope.ts"
import type { Language } from "../../../domain/language/Language.ts"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import { type AccountChange, AccountStore, TokenUnusable } from "../../../domain/ports/AccountStore.ts"
import { Mailer } from "../../../domain/ports/Mailer.ts"
import { PasswordHasher } from "../../../domain/ports/PasswordHasher.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { FailureCounts } from "../audit/FailureCounts.ts"
import { AccountCommits } from "./AccountCommits.ts"
import {
  type AccountFailure,
  AccountUnknown,
  CredentialsWrong,
  type PasswordFailure,
  PasswordRefused,
  type TooManyAttempts
} from "./AccountErrors.ts"
import { AccountLinks, resetLink } from "./AccountLinks.ts"
import { isToken, newToken } from "./AccountTokens.ts"
import { Attempts } from "./Attempts.ts"
import { mailTexts } from "./MailTexts.ts"
import { Outbox } from "./Outbox.ts"

/** Accounts of one address that a mail tells of: as many as can be made for it in a day. */
const accountsOfMailMax = 20

/** Changing a password, and setting it anew with a link. `from` is what a limit of callers counts by, see `limitedBy`. */
export class Passwords extends Context.Service<
  Passwords,
  {
    /** Can a link be written to an address? Else an operator hands it over. */
    readonly sendsMail: boolean
    /** Is it the account's password? Counted as an attempt, and as a failed authentication where it is wrong. */
    readonly check: (
      accountId: AccountId,
      password: string,
      from: string
    ) => Effect.Effect<void, CredentialsWrong | PasswordFailure>
    /** Asks for the present password; ends every session but `session`. */
    readonly change: (
      accountId: AccountId,
      session: SessionId,
      passwords: { readonly present: string; readonly next: string },
      from: string
    ) => Effect.Effect<void, CredentialsWrong | PasswordRefused | PasswordFailure>
    /** Writes a link to the address behind the answer, which is the same whether it has an account or not. */
    readonly requestReset: (
      email: EmailAddress,
      from: string,
      language: Language
    ) => Effect.Effect<void, TooManyAttempts | StorageUnavailable>
    /** A link for an operator to hand over. */
    readonly resetLink: (accountId: AccountId) => Effect.Effect<string, AccountUnknown | AccountFailure>
    /** Sets the password by the token of a link, once; ends every session. */
    readonly reset: (
      token: string,
      next: string,
      from: string
    ) => Effect.Effect<void, TokenUnusable | AccountRejected | PasswordRefused | PasswordFailure>
  }
>()("fooddata/src/commands/accounts/Passwords") {}

interface Change {
  readonly account: AccountRecord
  readonly next: string
  readonly by: "password" | "reset"
  readonly keeps: SessionId | null
  readonly from: string
  readonly more: ReadonlyArray<AccountChange>
}

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const commits = yield* AccountCommits
  const secrets = yield* AccountSecrets
  const random = yield* SecretSource
  const hasher = yield* PasswordHasher
  const attempts = yield* Attempts
  const outbox = yield* Outbox
  const mailer = yield* Mailer
  const links = yield* AccountLinks
  const failed = yield* FailureCounts

  const newLink = Effect.fnUntraced(function* (accountId: AccountId) {
    const token = yield* newToken(random)
    const expiresAt = (yield* Clock.currentTimeMillis) + tokenLifeMs
    yield* commits
      .change({ _tag: "AddToken", digest: secrets.token(token), accountId, purpose: "reset", expiresAt })
      .pipe(Effect.catchTags({ AccountRejected: Effect.die, AddressTaken: Effect.die, TokenUnusable: Effect.die }))
    return resetLink(links, token)
  })

  /** The verified account alone, where there is one; else each of those that nobody has proved. */
  const writeLinks = Effect.fnUntraced(function* (email: EmailAddress, language: Language) {
    const found = yield* store.findByAddress(secrets.address(email), accountsOfMailMax)
    const accounts = found[0]?.verified === true ? found.slice(0, 1) : found
    const [first] = accounts
    if (first === undefined) return
    const written = yield* Effect.forEach(accounts, ({ accountId, registeredAt }) =>
      Effect.map(newLink(accountId), (link) => ({
        registeredOn: new Date(registeredAt).toISOString().slice(0, 10),
        link
      }))
    )
    yield* outbox.post({ to: first.email, ...mailTexts[language].reset(written) })
  })

  /** False where the password is another one by now. */
  const set = Effect.fnUntraced(function* ({ account, by, from, keeps, more, next }: Change) {
    const { accountId, address, email, passwordVersion } = account
    const fault = passwordFault(next, email)
    if (fault !== null) return yield* Effect.fail(new PasswordRefused({ fault }))
    const passwordHash = yield* hasher.hash(normalPassword(next), address, from)
    const version = passwordVersion + 1
    const now = yield* Clock.currentTimeMillis
    const sessions = (yield* store.sessionsOf(accountId, now))
      .map(({ sessionId }) => sessionId)
      .filter((sessionId) => sessionId !== keeps)
    const actor: Actor = `account:${accountId}`
    const events = yield* commits.commit({
      accountId,
      actor,
      commands: (state) =>
        state.status === "active" && state.passwordVersion >= version
          ? []
          : [
              { _tag: "ChangePassword", version, by },
              { _tag: "RevokeSessions", sessions }
            ],
      changes: () => [
        ...more,
        { _tag: "SetPassword", accountId, passwordHash, version },
        { _tag: "DropTokens", accountId },
        { _tag: "CloseSessions", accountId, sessions }
      ]
    })
    return events.length > 0
  })

  const check = Effect.fnUntraced(function* (accountId: AccountId, password: string, from: string) {
    yield* attempts.take("password", { account: accountId })
    const account = Option.getOrUndefined(yield* store.findById(accountId))
    if (account === undefined) return yield* Effect.fail(new CredentialsWrong())
    const hash = yield* hasher.hash(normalPassword(password), account.address, accountId)
    if (hash === account.passwordHash) return account
    failed.note({ kind: "password", from, account: accountId })
    return yield* Effect.fail(new CredentialsWrong())
  })

  return Passwords.of({
    sendsMail: mailer.isOn,
    check: Effect.fn("Passwords.check")((accountId, password, from) => Effect.asVoid(check(accountId, password, from))),
    change: Effect.fn("Passwords.change")(function* (accountId, session, { next, present }, from) {
      const account = yield* check(accountId, present, from)
      const isSet = yield* set({ account, next, by: "password", keeps: session, from: accountId, more: [] }).pipe(
        Effect.catchTags({
          AccountRejected: () => Effect.fail(new CredentialsWrong()),
          AddressTaken: Effect.die,
          TokenUnusable: Effect.die
        })
      )
      if (!isSet) return yield* Effect.fail(new CredentialsWrong())
    }),
    requestReset: Effect.fn("Passwords.requestReset")(function* (email, from, language) {
      yield* attempts.take("reset", { from, email })
      if (!mailer.isOn) return
      yield* Effect.forkDetach(
        writeLinks(email, language).pipe(
          Effect.catchCause((cause) => Effect.logWarning("no mail was written to set a password", cause))
        )
      )
    }),
    resetLink: Effect.fn("Passwords.resetLink")(function* (accountId) {
      if (Option.isNone(yield* store.findById(accountId))) return yield* new AccountUnknown()
      return yield* newLink(accountId)
    }),
    reset: Effect.fn("Passwords.reset")(function* (token, next, from) {
      yield* attempts.take("token", { from })
      const now = yield* Clock.currentTimeMillis
      const digest = secrets.token(token)
      const owner = isToken(token) ? yield* store.findToken(digest, "reset", now) : Option.none<AccountId>()
      const account = Option.isNone(owner) ? Option.none<AccountRecord>() : yield* store.findById(owner.value)
      if (Option.isNone(account)) return yield* new TokenUnusable()
      const more: ReadonlyArray<AccountChange> = [{ _tag: "UseToken", digest, purpose: "reset", now }]
      const isSet = yield* set({ account: account.value, next, by: "reset", keeps: null, from, more }).pipe(
        Effect.catchTag("AddressTaken", Effect.die)
      )
      if (!isSet) return yield* new TokenUnusable()
    })
  })
})

export const layer = Layer.effect(Passwords, make)
