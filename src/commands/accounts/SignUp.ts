import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { EmailAddress } from "../../../domain/account/EmailAddress.ts"
import { normalPassword, passwordFault } from "../../../domain/account/PasswordPolicy.ts"
import type { Language } from "../../../domain/language/Language.ts"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import { AccountStore } from "../../../domain/ports/AccountStore.ts"
import { PasswordHasher } from "../../../domain/ports/PasswordHasher.ts"
import { SecretSource } from "../../../domain/ports/SecretSource.ts"
import { type IssuedKey, KeyCommands } from "../KeyCommands.ts"
import { AccountCommits } from "./AccountCommits.ts"
import { AlreadyRegistered, type PasswordFailure, PasswordRefused } from "./AccountErrors.ts"
import { newAccountId } from "./AccountTokens.ts"
import { Attempts } from "./Attempts.ts"
import { Verification } from "./Verification.ts"

export interface SignUpRequest {
  readonly email: EmailAddress
  readonly password: string
  /** what a limit of callers counts by, see `limitedBy` */
  readonly from: string
  /** of what is written to the address, and of the key's name */
  readonly language: Language
}

/** The name of the key that comes with an account: its owner may give it another. */
const firstKeyNames: Readonly<Record<Language, string>> = {
  en: "First key",
  ru: "Первый ключ",
  ar: "المفتاح الأول"
}

export interface SignedUp extends IssuedKey {
  readonly accountId: AccountId
}

/**
 * Makes an account with its first key, on the developer plan. An address that has an account already gets another one by
 * the same steps, so nobody learns who has an account here. Whoever knows the password, too, has that account: no second
 * one is made.
 */
export class SignUp extends Context.Service<
  SignUp,
  {
    readonly signUp: (
      request: SignUpRequest
    ) => Effect.Effect<SignedUp, AlreadyRegistered | PasswordRefused | PasswordFailure>
  }
>()("fooddata/src/commands/accounts/SignUp") {}

const plan = "developer"

const make = Effect.gen(function* () {
  const store = yield* AccountStore
  const commits = yield* AccountCommits
  const keys = yield* KeyCommands
  const secrets = yield* AccountSecrets
  const random = yield* SecretSource
  const hasher = yield* PasswordHasher
  const attempts = yield* Attempts
  const verification = yield* Verification

  return SignUp.of({
    signUp: Effect.fn("SignUp.signUp")(function* ({ email, from, language, password }) {
      const fault = passwordFault(password, email)
      if (fault !== null) return yield* Effect.fail(new PasswordRefused({ fault }))
      yield* attempts.take("signUp", { from, email })
      const address = secrets.address(email)
      const passwordHash = yield* hasher.hash(normalPassword(password), address, from)
      const known = yield* store.findByCredentials({ address, passwordHash })
      if (Option.isSome(known)) return yield* Effect.fail(new AlreadyRegistered({ accountId: known.value.accountId }))
      const accountId = yield* newAccountId(random)
      const { append, issued } = yield* keys.prepare(plan, { accountId, name: firstKeyNames[language] })
      const registeredAt = yield* Clock.currentTimeMillis
      yield* commits
        .commit({
          accountId,
          actor: `account:${accountId}`,
          commands: () => [
            { _tag: "RegisterAccount", plan },
            { _tag: "AddKey", key: issued.keyId, active: 0 }
          ],
          changes: () => [
            { _tag: "Register", account: { accountId, email, address, passwordHash, plan, registeredAt } }
          ],
          with: [append]
        })
        // ids are random: one that is taken is a broken generator
        .pipe(Effect.catchTags({ AccountRejected: Effect.die, AddressTaken: Effect.die, TokenUnusable: Effect.die }))
      // the account is there: what becomes of the mail, and how long it takes, is not for the caller to see
      yield* Effect.forkDetach(
        verification
          .write(accountId, language)
          .pipe(Effect.catchCause((cause) => Effect.logWarning("no mail was written after a sign-up", cause)))
      )
      return { ...issued, accountId }
    })
  })
})

export const layer = Layer.effect(SignUp, make)
