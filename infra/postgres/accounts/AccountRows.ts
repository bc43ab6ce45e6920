import { Schema } from "effect"
import { AccountRecord, SessionRecord } from "../../../domain/account/AccountRecord.ts"

const instants: ReadonlySet<string> = new Set(["registeredAt", "signedInAt", "openedAt", "seenAt"])

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a record under the names of its fields; instants as numbers, which hold them exactly. */
const selected = (fields: Readonly<Record<string, unknown>>): string =>
  Object.keys(fields)
    .map((name) => `${snakeCase(name)}${instants.has(name) ? "::float8" : ""} AS "${name}"`)
    .join(", ")

export const accountColumns = selected(AccountRecord.fields)
export const sessionColumns = selected(SessionRecord.fields)

export const toAccount = Schema.decodeUnknownSync(AccountRecord)
export const toSession = Schema.decodeUnknownSync(SessionRecord)
