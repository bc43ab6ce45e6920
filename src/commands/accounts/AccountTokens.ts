import { Effect, Schema } from "effect"
import { AccountId, SessionId } from "../../../domain/account/AccountEvent.ts"
import { keyAlphabet } from "../../../domain/key/KeyToken.ts"
import type { SecretSource } from "../../../domain/ports/SecretSource.ts"

const idAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
const idLength = 16
/** 43 characters of 62: 256 bits. */
const tokenLength = 43

type Secrets = SecretSource["Service"]

const decodeAccountId = Schema.decodeSync(AccountId)
const decodeSessionId = Schema.decodeSync(SessionId)

export const newAccountId = (secrets: Secrets): Effect.Effect<AccountId> =>
  Effect.map(secrets.text(idAlphabet, idLength), (text) => decodeAccountId(`acc_${text}`))

export const newSessionId = (secrets: Secrets): Effect.Effect<SessionId> =>
  Effect.map(secrets.text(idAlphabet, idLength), (text) => decodeSessionId(`ses_${text}`))

/** What opens a session or is used once, as its owner holds it. */
export const newToken = (secrets: Secrets): Effect.Effect<string> => secrets.text(keyAlphabet, tokenLength)

/** Anything else is no token of ours, and is not looked up. */
export const isToken = (text: string): boolean => /^[0-9A-Za-z]{43}$/.test(text)
