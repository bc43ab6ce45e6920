import { Effect, Predicate } from "effect"
import type { PasswordFault } from "../../../domain/account/PasswordPolicy.ts"
import { passwordLengthMax, passwordLengthMin } from "../../../domain/account/PasswordLength.ts"
import type { PasswordFailure, PasswordRefused } from "../../commands/accounts/AccountErrors.ts"
import { Busy, RequestInvalid } from "../EdgeError.ts"
import { stringTooLong, stringTooShort, valueError } from "../validation/Offences.ts"
import type { Offence, ValidationItem } from "../validation/ValidationItem.ts"

/** A password is never sent back, not even to who sent it: answers are kept in places that forms are not. */
const hidden = "**********"

const offenceOf = (fault: PasswordFault): Offence => {
  switch (fault) {
    case "short":
      return stringTooShort(passwordLengthMin)
    case "long":
      return stringTooLong(passwordLengthMax)
    case "common":
      return valueError("the password is too common")
    case "context":
      return valueError("the password must be more than the e-mail address and the name of the service")
  }
}

/** What a refused password is answered with. */
export const passwordInvalid = ({ fault }: PasswordRefused): RequestInvalid =>
  new RequestInvalid({ items: [{ ...offenceOf(fault), loc: ["body", "password"], input: hidden }] })

/** Whoever sends the address and the password of an account has it, and signs in. */
export const alreadyRegistered = (email: string): RequestInvalid =>
  new RequestInvalid({
    items: [
      {
        ...valueError("you already have an account with this e-mail address and password; sign in to see its keys"),
        loc: ["body", "email"],
        input: email
      }
    ]
  })

const withoutPassword = (item: ValidationItem): ValidationItem => {
  if (item.loc.at(-1) === "password" && Predicate.isString(item.input)) return { ...item, input: hidden }
  return Predicate.isObject(item.input) && "password" in item.input
    ? { ...item, input: { ...item.input, password: hidden } }
    : item
}

/** The offences of a body, without the password that it holds. */
export const withoutPasswords = ({ items }: RequestInvalid): RequestInvalid =>
  new RequestInvalid({ items: items.map(withoutPassword) })

/** Failures of commands that hash a password, as the edge knows them. */
export const onPasswordFailure = {
  PasswordHasherBusy: () => Effect.fail(new Busy({ reason: "passwords", retryAfterSeconds: 2 })),
  TooManyConflicts: () => Effect.fail(new Busy({ reason: "conflicts", retryAfterSeconds: 1 })),
  EventUndecodable: Effect.die
} as const satisfies Partial<Record<PasswordFailure["_tag"], unknown>>
