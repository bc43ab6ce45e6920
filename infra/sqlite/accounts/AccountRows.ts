import { Schema } from "effect"
import { AccountRecord, SessionRecord } from "../../../domain/account/AccountRecord.ts"

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a record under the names of its fields. */
const selected = (fields: Readonly<Record<string, unknown>>): string =>
  Object.keys(fields)
    .map((name) => `${snakeCase(name)} AS "${name}"`)
    .join(", ")

export const accountColumns = selected(AccountRecord.fields)
export const sessionColumns = selected(SessionRecord.fields)

const Flag = Schema.Literals([0, 1])

const AccountRow = Schema.Struct({ ...AccountRecord.fields, verified: Flag, active: Flag })
const decodeAccount = Schema.decodeUnknownSync(AccountRow)
const decodeSession = Schema.decodeUnknownSync(SessionRecord)

/** The record of a row of `accountColumns`. */
export const toAccount = (row: unknown): AccountRecord => {
  const { active, verified, ...same } = decodeAccount(row)
  return { ...same, active: active === 1, verified: verified === 1 }
}

/** The record of a row of `sessionColumns`. */
export const toSession = (row: unknown): SessionRecord => decodeSession(row)
