import { Option, Schema } from "effect"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import { UsageDay } from "../../../domain/usage/UsageEvent.ts"
import { addDays, usageWindow } from "../../../domain/usage/UsageWindow.ts"
import { type UsageQuestion, UsageUnit } from "../../queries/UsageReport.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"

/** What the form of the page asks; texts as they were sent. */
export interface UsageChoice {
  /** the one key that is asked for; `null`: all of them */
  readonly key: AccountKey | null
  readonly by: UsageUnit
  readonly from: string
  readonly to: string
}

const decodeUnit = Schema.decodeUnknownOption(UsageUnit)
const decodeDay = Schema.decodeUnknownOption(UsageDay)

/** Days of a page that was asked for without any: one by hours, else a month. */
const daysBack: Readonly<Record<UsageUnit, number>> = { hour: 0, day: 29, operation: 29 }

/** `null`: it names a key that the account has not. */
export const usageChoice = (asked: PageRequest, keys: ReadonlyArray<AccountKey>, now: number): UsageChoice | null => {
  const keyId = parameter(asked, "key") ?? ""
  const key = keys.find((each) => each.key.keyId === keyId) ?? null
  if (keyId !== "" && key === null) return null
  const by = Option.getOrElse(decodeUnit(parameter(asked, "by")), (): UsageUnit => "day")
  const today = usageWindow(now).day
  const given = (name: string, otherwise: string) => {
    const text = parameter(asked, name) ?? ""
    return text === "" ? otherwise : text
  }
  return { key, by, from: given("from", addDays(today, -daysBack[by])), to: given("to", today) }
}

/** None where a day is written in another way than YYYY-MM-DD. */
export const questionOf = (
  { by, from, key, to }: UsageChoice,
  keys: ReadonlyArray<AccountKey>
): Option.Option<UsageQuestion> => {
  const keyIds = (key === null ? keys : [key]).map((each) => each.key.keyId)
  return Option.map(Option.all([decodeDay(from), decodeDay(to)]), ([first, last]) => ({
    keyIds,
    by,
    from: first,
    to: last
  }))
}

/** The same choice as a query. */
export const queryOf = ({ by, from, key, to }: UsageChoice): string =>
  new URLSearchParams({ ...(key === null ? {} : { key: key.key.keyId }), by, from, to }).toString()
