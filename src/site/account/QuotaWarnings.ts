import { html } from "hono/html"
import { plans } from "../../../domain/key/Plan.ts"
import { reachedThresholds } from "../../../domain/usage/QuotaWarning.ts"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"

/** What a key is called on a page: by its name, or, where it has none, by its first characters. */
export const nameOfKey = ({ key: { name, prefix } }: AccountKey): string => (name === "" ? prefix : name)

/** What the owner of keys is told, by their recorded use of today: that little is left, or nothing. */
export const quotaWarnings = (speech: Speech, keys: ReadonlyArray<AccountKey>): ReadonlyArray<Html> =>
  keys.flatMap((each) => {
    const quota = plans[each.key.plan].requestsPerDay
    const threshold = reachedThresholds(each.requestsToday, quota).at(-1)
    if (!each.key.active || quota === null || threshold === undefined) return []
    const { number, words } = speech
    const text = threshold === 100 ? words.quotaReached : words.quotaNear
    const said = filled(text, {
      name: nameOfKey(each),
      used: number(each.requestsToday),
      quota: number(quota)
    })
    return [html`<p class="state problem" role="status">${said}</p>`]
  })
