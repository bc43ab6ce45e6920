import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { PasswordFault } from "../../../domain/account/PasswordPolicy.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { PasswordRefused, TooManyAttempts } from "../../commands/accounts/AccountErrors.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import type { Problem } from "./FormParts.ts"

/** Why a form is shown again. */
export interface Refusal {
  readonly status: number
  readonly problems: ReadonlyArray<Problem>
  readonly headers?: Readonly<Record<string, string>>
}

/** A form that nobody has sent yet. */
export const untouched: Refusal = { status: 200, problems: [] }

type Response = HttpServerResponse.HttpServerResponse
type Again = (refusal: Refusal) => Effect.Effect<Response, StorageUnavailable>

const faultTexts: Readonly<Record<PasswordFault, keyof Speech["words"]>> = {
  short: "passwordShort",
  long: "passwordLong",
  common: "passwordCommon",
  context: "passwordContext"
}

export const passwordProblem = ({ words }: Speech, fault: PasswordFault, field = "password"): Problem => ({
  field,
  text: words[faultTexts[fault]]
})

const whole = (text: string): Problem => ({ field: null, text })

export const invalid = (...problems: ReadonlyArray<Problem>): Refusal => ({ status: 422, problems })

/** The form came before, and was done then. */
export const sentBefore = ({ words }: Speech): Refusal => ({ status: 409, problems: [whole(words.formSentBefore)] })

const later = (status: 429 | 503, text: string, seconds: number): Refusal => ({
  status,
  problems: [whole(text)],
  headers: { "retry-after": String(seconds) }
})

/** The service cannot do it now: the form is shown again with what was typed. */
export const onConflicts = ({ words }: Speech, again: Again) => ({
  TooManyConflicts: () => again(later(503, words.errorUnavailableHelp, 1)),
  EventUndecodable: Effect.die
})

export const onAttempts = ({ number, words }: Speech, again: Again) => ({
  TooManyAttempts: ({ retryAfterSeconds }: TooManyAttempts) => {
    const minutes = number(Math.ceil(retryAfterSeconds / 60))
    return again(later(429, filled(words.tooManyAttempts, { n: minutes }), retryAfterSeconds))
  }
})

/** Failures of commands that hash a password. */
export const onPassword = (speech: Speech, again: Again) => ({
  ...onConflicts(speech, again),
  ...onAttempts(speech, again),
  PasswordHasherBusy: () => again(later(503, speech.words.errorUnavailableHelp, 2))
})

/** The password must not be used; `field` is where it was typed. */
export const onPolicy = (speech: Speech, again: Again, field = "password") => ({
  PasswordRefused: ({ fault }: PasswordRefused) => again(invalid(passwordProblem(speech, fault, field)))
})
