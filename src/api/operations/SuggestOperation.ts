import { Effect, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { suggestNames } from "../../../domain/search/NameSuggestions.ts"
import { SearchProducts } from "../../queries/SearchProducts.ts"
import { askedBy } from "../../query-threads/Asker.ts"
import { SuggestParameters } from "../contract/Parameters.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { requireLanguage } from "./PlanGates.ts"

export const SuggestInput = Schema.Struct(SuggestParameters)

/** Products whose names are looked at: a page of the search. More than are shown, because many are called alike. */
const lookedAt = 50

/**
 * Names that go on what somebody is typing. They are names of what a search for it finds, so each finds something, and what
 * the search forgives is forgiven here. A plan that shows fewer results of a search shows as few names.
 */
export const suggestOperation = Effect.gen(function* () {
  const { search } = yield* SearchProducts
  const { enforcePlanLanguages } = yield* HttpOptions
  return Effect.fnUntraced(function* ({ lang, limit, q }: typeof SuggestInput.Type, key: KeyRecord) {
    const plan = plans[key.plan]
    if (enforcePlanLanguages) yield* requireLanguage(plan, lang)
    const query = { text: q, language: lang, region: null, source: null, limit: lookedAt, offset: 0 }
    const { products } = yield* askedBy(key, search(query, plans.business))
    return { suggestions: suggestNames(q, products, Math.min(limit, plan.searchResultsMax)) }
  })
})
