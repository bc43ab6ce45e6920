import { Effect, Layer, Option, Redacted } from "effect"
import { type AccountId, AccountId as Id } from "../../domain/account/AccountEvent.ts"
import { type EmailAddress, readEmailAddress } from "../../domain/account/EmailAddress.ts"
import { type Mail, Mailer } from "../../domain/ports/Mailer.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { KeyHasher } from "../../domain/ports/KeyHasher.ts"
import * as AccountSecrets from "../../infra/crypto/AccountSecrets.ts"
import * as KeyHasherLayer from "../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import * as SqliteUsageLedger from "../../infra/sqlite/SqliteUsageLedger.ts"
import * as KeyCommands from "../../src/commands/KeyCommands.ts"
import { Sessions } from "../../src/commands/accounts/Sessions.ts"
import { SignUp } from "../../src/commands/accounts/SignUp.ts"
import { KeyFence } from "../../src/metering/KeyFence.ts"
import { embeddedStores } from "./EmbeddedStores.ts"
import { accountsWithMail } from "./http/AccountsInTests.ts"
import { goodPassword } from "./http/AuthCalls.ts"

/** Every mail that was sent, the oldest first. */
export interface Mailbox {
  readonly mails: Array<Mail>
}

const pepper = Redacted.make(new Uint8Array(32).fill(7))

/** Mail that stays in this box. */
export const mailer = (mailbox: Mailbox) =>
  Layer.succeed(Mailer, {
    isOn: true,
    send: (mail) => Effect.sync(() => void mailbox.mails.push(mail))
  })

const noOtherNodes = Layer.succeed(KeyFence, { awaitInForce: () => Effect.void, demandAllInTouch: Effect.void })

/** The commands on accounts on a SQLite file of their own, without a service around them. */
export const accountRig = (mailbox: Mailbox) =>
  accountsWithMail(mailer(mailbox)).pipe(
    Layer.provideMerge(KeyCommands.layer),
    Layer.provideMerge(Layer.mergeAll(noOtherNodes, SqliteUsageLedger.layer)),
    Layer.provideMerge(embeddedStores),
    Layer.provideMerge(
      Layer.mergeAll(KeyHasherLayer.layer(pepper), AccountSecrets.layer(pepper), NodeSecretSource.layer)
    )
  )

export const emailOf = (text: string): EmailAddress => Option.getOrThrow(readEmailAddress(text))

/** Makes an account, and says which. */
export const registered = Effect.fnUntraced(function* (email: string, password = goodPassword) {
  const { signUp } = yield* SignUp
  const { key, keyId } = yield* signUp({ email: emailOf(email), password, from: email, language: "en" })
  const record = Option.getOrThrow(yield* (yield* KeyDirectory).findById(keyId))
  const accountId: AccountId = Id.make(record.accountId ?? "")
  return { accountId, keyId, key, digest: (yield* KeyHasher).digest(Redacted.value(key)) }
})

/** A session of the account of this address and password. */
export const signedIn = Effect.fnUntraced(function* (email: string, password = goodPassword) {
  const { signIn } = yield* Sessions
  const request = { email: emailOf(email), password, from: email, client: "test", replaces: null }
  const { sessionId, token } = yield* signIn(request)
  return { sessionId, token: Redacted.value(token) }
})
