import { Option, Schema } from "effect"
import {
  FailureParameters,
  KeyReviewParameters,
  ReconciliationParameters,
  TrailParameters
} from "../../api/contract/AuditParameters.ts"
import type { RequestInvalid } from "../../api/EdgeError.ts"
import type { Problem } from "../account/FormParts.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import type { AuditQuery } from "./AuditLinks.ts"
import { type AuditView, fieldsOf } from "./AuditViews.ts"

type Reads = (query: AuditQuery) => boolean

const reads = (schema: Schema.ConstraintDecoder<unknown>): Reads => {
  const decode = Schema.decodeUnknownOption(schema)
  return (query) => Option.isSome(decode(query))
}

/** Can a parameter be read, by itself? */
const readersOf = (
  parameters: Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>
): ReadonlyMap<string, Reads> =>
  new Map(Object.entries(parameters).map(([name, field]) => [name, reads(Schema.Struct({ [name]: field }))]))

const readers: Readonly<Record<AuditView, ReadonlyMap<string, Reads>>> = {
  events: readersOf(TrailParameters),
  keys: readersOf(KeyReviewParameters),
  failures: readersOf(FailureParameters),
  usage: readersOf(ReconciliationParameters)
}

/** Reads from left to right, also within Arabic (Unicode's isolates). */
const apart = (example: string): string => `\u2066${example}\u2069`

/** How a filter is written. */
const ruleOf = ({ words }: Speech, name: string): string => {
  const examples = {
    day: apart("2026-11-27"),
    id: apart(name === "account" ? "acc_…" : "key_…"),
    prefix: apart("fdb_…"),
    address: apart("203.0.113.9")
  }
  switch (name) {
    case "from":
    case "to":
      return filled(words.auditWrongDay, examples)
    case "key":
      return filled(words.auditWrongKey, examples)
    case "account":
      return filled(words.auditWrongAccount, examples)
    case "key_prefix":
      return filled(words.auditWrongPrefix, examples)
    case "address":
      return filled(words.auditWrongAddress, examples)
    case "actor":
      return words.auditWrongActor
    default:
      return words.auditUnclear
  }
}

/** What is wrong with a query that cannot be asked, each beside its field; what is no field of the form is told as a whole. */
export const queryProblems = (speech: Speech, view: AuditView, query: AuditQuery): ReadonlyArray<Problem> => {
  const fields = new Set(fieldsOf[view].map(({ name }) => name))
  const wrong = [...readers[view]].flatMap(([name, canRead]) => (canRead(query) ? [] : [name]))
  // each for itself can be read: the days are no range
  if (wrong.length === 0) return [{ field: "to", text: speech.words.auditWrongRange }]
  return wrong.map((name) => ({
    field: fields.has(name) ? name : null,
    text: name in query ? ruleOf(speech, name) : speech.words.auditNeeded
  }))
}

/** The query can be asked, but names no key, or several. */
export const keyProblems = ({ words }: Speech, { items }: RequestInvalid): ReadonlyArray<Problem> =>
  items.map(({ loc }) => ({ field: loc.at(-1) ?? null, text: filled(words.auditKeyUnclear, { id: apart("key_…") }) }))
