import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AccountRejected } from "../../../domain/account/Account.ts"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import { tokenLifeMs } from "../../../domain/account/Lifetimes.ts"
import type { Language } from "../../../domain/language/Language.ts"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import { AccountStore, type AddressTaken, TokenUnusable } from "../../../domain/ports/AccountStore.ts"
import { Mailer } from "../../../domain/ports/Mailer.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { AccountCommits } from "./AccountCommits.ts"
import type { AccountFailure, TooManyAttempts } from "./AccountErrors.ts"
import { AccountLinks, verifyLink } from "./AccountLinks.ts"
import { isToken, newToken } from "./AccountTokens.ts"
import { Attempts } from "./Attempts.ts"
import { mailTexts } from "./MailTexts.ts"
import { Outbox } from "./Outbox.ts"

/** Proves that an address is its account's own, where the deployment can send mail. */
export class Verification extends Context.Service<
  Verification,
  {
    /**
     * Writes to the address of an account: a link that proves it, or, where another account has proved it already, that
     * there is one. Does nothing where there is no mail, or nothing to prove.
     */
    readonly write: (accountId: AccountId, language: Language) => Effect.Effect<void, AccountFailure>
    /** The same on behalf of who is signed in, who may ask for it now and then. */
    readonly writeAgain: (
      accountId: AccountId,
      language: Language
    ) => Effect.Effect<void, AccountFailure | TooManyAttempts>
    /** `from`: what a limit of callers counts by. */
    readonly verify: (
      token: string,
      from: string
    ) => Effect.Effect<void, TokenUnusable | AddressTaken | AccountRejected | TooManyAttempts | AccountFailure>
  }
>()("fooddata/src/commands/accounts/Verification") {}

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const commits = yield* AccountCommits
  const secrets = yield* AccountSecrets
  const random = yield* SecretSource
  const attempts = yield* Attempts
  const outbox = yield* Outbox
  const mailer = yield* Mailer
  const links = yield* AccountLinks

  const write = Effect.fn("Verification.write")(function* (accountId: AccountId, language: Language) {
    if (!mailer.isOn) return
    const found = yield* store.findById(accountId)
    if (Option.isNone(found) || found.value.verified) return
    const { address, email } = found.value
    const [first] = yield* store.findByAddress(address, 1)
    if (first?.verified === true) {
      return yield* outbox.post({ to: email, ...mailTexts[language].known(`${links.publicUrl}/reset`) })
    }
    const token = yield* newToken(random)
    const expiresAt = (yield* Clock.currentTimeMillis) + tokenLifeMs
    yield* commits
      .change({ _tag: "AddToken", digest: secrets.token(token), accountId, purpose: "verify", expiresAt })
      .pipe(Effect.catchTags({ AddressTaken: Effect.die, TokenUnusable: Effect.die, AccountRejected: Effect.die }))
    yield* outbox.post({ to: email, ...mailTexts[language].verify(verifyLink(links, token)) })
  })

  return Verification.of({
    write,
    writeAgain: Effect.fn("Verification.writeAgain")(function* (accountId, language) {
      yield* attempts.take("verify", { account: accountId })
      yield* write(accountId, language)
    }),
    verify: Effect.fn("Verification.verify")(function* (token, from) {
      yield* attempts.take("token", { from })
      const now = yield* Clock.currentTimeMillis
      const digest = secrets.token(token)
      const owner = isToken(token) ? yield* store.findToken(digest, "verify", now) : Option.none<AccountId>()
      if (Option.isNone(owner)) return yield* new TokenUnusable()
      const accountId = owner.value
      yield* commits.commit({
        accountId,
        actor: `account:${accountId}`,
        commands: () => [{ _tag: "VerifyEmail" }],
        changes: () => [
          { _tag: "UseToken", digest, purpose: "verify", now },
          { _tag: "SetVerified", accountId }
        ]
      })
    })
  })
})

export const layer = Layer.effect(Verification, make)
