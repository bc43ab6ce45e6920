import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type BodyIncomplete, BodyNotJson, type BodyTooLarge, type Busy, RequestInvalid } from "../EdgeError.ts"
import type { ExchangeState } from "../Exchange.ts"
import { valueError } from "../validation/Offences.ts"
import { keylessBodyText } from "./JsonBody.ts"

/** The fields of a form by their names, as they were typed. */
export type FormFields = ReadonlyMap<string, string>

/** Fields that a form may have: ours have fewer. */
const fieldsMax = 32

const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/x-www-form-urlencoded\s*(?:;|$)/iu.test(contentType)

/** `null` where it is not UTF-8: a letter that is put in its place would be another password. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** The fields of an encoded form; `null` where it is none, has too many fields, or one of them twice. */
export const formFields = (text: string): FormFields | null => {
  const fields = new Map<string, string>()
  const pairs = text === "" ? [] : text.split("&")
  if (pairs.length > fieldsMax) return null
  for (const pair of pairs) {
    const at = pair.includes("=") ? pair.indexOf("=") : pair.length
    const [name, value] = [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
    if (name === null || value === null || fields.has(name)) return null
    fields.set(name, value)
  }
  return fields
}

const fieldsOf = (text: string): Effect.Effect<FormFields, RequestInvalid> => {
  const fields = formFields(text)
  return fields === null
    ? Effect.fail(
        new RequestInvalid({ items: [{ ...valueError("the form is not valid UTF-8"), loc: ["body"], input: {} }] })
      )
    : Effect.succeed(fields)
}

/** Reads what a form of a page sends, of up to 8 KiB, in 5 seconds at most. */
export const formBody = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: ExchangeState
): Effect.Effect<FormFields, BodyTooLarge | BodyIncomplete | BodyNotJson | RequestInvalid | Busy> =>
  isForm(request.headers["content-type"])
    ? Effect.flatMap(keylessBodyText(request, exchange), fieldsOf)
    : Effect.fail(new BodyNotJson())
