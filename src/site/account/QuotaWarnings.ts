import { html } from "hono/html"
import { plans } from "../../../domain/key/Plan.ts"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"

/** From this share of a daily quota on its owner is told. */
const warningShare = 0.8

/** What a key is called on a page: by its name, or, where it has none, by its first characters. */
export const nameOfKey = ({ key: { name, prefix } }: AccountKey): string => (name === "" ? prefix : name)

/** What the owner of keys is told, by their recorded use of today: that little is left, or nothing. */
export const quotaWarnings = (speech: Speech, keys: ReadonlyArray<AccountKey>): ReadonlyArray<Html> =>
  keys.flatMap((each) => {
    const quota = plans[each.key.plan].requestsPerDay
    if (!each.key.active || quota === null || each.requestsToday < quota * warningShare) return []
    const { number, words } = speech
    const text = each.requestsToday >= quota ? words.quotaReached : words.quotaNear
    const said = filled(text, {
      name: nameOfKey(each),
      used: number(each.requestsToday),
      quota: number(quota)
    })
    return [html`<p class="state problem" role="status">${said}</p>`]
  })
