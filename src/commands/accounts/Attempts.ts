import { Clock, Context, Effect, Layer } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import type { AttemptLimit } from "../../../domain/account/AttemptRate.ts"
import { type EmailAddress, mailboxOf } from "../../../domain/account/EmailAddress.ts"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import { AttemptStore } from "../../../domain/ports/AttemptStore.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { TooManyAttempts } from "./AccountErrors.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** What a caller is told to wait at most. */
const waitMaxSeconds = 86_400

/**
 * How often a thing may be tried. `of`: one caller for one address, so that a stranger elsewhere does not lock the owner
 * out · `from`: one caller, an IPv4 address or the /64 of an IPv6 one · `email`: everybody for one address, which bounds
 * what many callers can guess · `account`: who is signed in.
 */
export const attemptLimits = {
  signUp: { from: { max: 20, windowMs: hourMs }, email: { max: 20, windowMs: dayMs } },
  signIn: {
    of: { max: 10, windowMs: 15 * minuteMs },
    from: { max: 100, windowMs: 15 * minuteMs },
    email: { max: 100, windowMs: hourMs }
  },
  reset: { from: { max: 20, windowMs: hourMs }, email: { max: 5, windowMs: hourMs } },
  verify: { account: { max: 5, windowMs: hourMs } },
  token: { from: { max: 50, windowMs: hourMs } },
  password: { account: { max: 10, windowMs: 15 * minuteMs } },
  key: { account: { max: 20, windowMs: dayMs } },
  plan: { account: { max: 10, windowMs: dayMs } },
  webhook: { account: { max: 50, windowMs: dayMs } },
  webhookTest: { account: { max: 10, windowMs: hourMs } }
} as const satisfies Readonly<
  Record<string, Readonly<Partial<Record<"of" | "from" | "email" | "account", AttemptLimit>>>>
>

export type AttemptKind = keyof typeof attemptLimits

/** Who tries, as far as it is known. */
export interface Attempt {
  /** what a limit of callers counts by, see `limitedBy` */
  readonly from?: string
  readonly email?: EmailAddress
  readonly account?: AccountId
}

/** Counts what is tried, before it is done: for an address that has an account and for one that has none alike. */
export class Attempts extends Context.Service<
  Attempts,
  { readonly take: (kind: AttemptKind, attempt: Attempt) => Effect.Effect<void, TooManyAttempts | StorageUnavailable> }
>()("fooddata/src/commands/accounts/Attempts") {
  static readonly layer: Layer.Layer<Attempts, never, AttemptStore | AccountSecrets> = Layer.effect(
    Attempts,
    Effect.gen(function* () {
      const store = yield* AttemptStore
      const secrets = yield* AccountSecrets
      return Attempts.of({
        take: Effect.fn("Attempts.take")(function* (kind, attempt) {
          const subjects = subjectsOf(attempt)
          const attempts = Object.entries<AttemptLimit>(attemptLimits[kind]).flatMap(([by, limit]) => {
            const subject = subjects[by]
            return subject === undefined ? [] : [{ subject: secrets.subject(`${kind} ${by}`, subject), limit }]
          })
          const retryAfterMs = yield* store.take(attempts, yield* Clock.currentTimeMillis)
          if (retryAfterMs > 0) {
            return yield* Effect.fail(
              new TooManyAttempts({ retryAfterSeconds: Math.min(waitMaxSeconds, Math.ceil(retryAfterMs / 1_000)) })
            )
          }
        })
      })
    })
  )
}

const subjectsOf = ({ account, email, from }: Attempt): Readonly<Record<string, string | undefined>> => {
  const mailbox = email === undefined ? undefined : mailboxOf(email)
  const of = mailbox === undefined || from === undefined ? undefined : `${from}\n${mailbox}`
  return { account, email: mailbox, from, of }
}
