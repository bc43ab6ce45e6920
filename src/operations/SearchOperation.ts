import { Effect, Schema } from "effect"
import { plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { SearchParameters } from "../http/contract/Parameters.ts"
import { HttpOptions } from "../http/HttpOptions.ts"
import { searchItem } from "../queries/ProductPresentation.ts"
import { SearchProducts } from "../queries/SearchProducts.ts"
import { requireLanguage } from "./PlanGates.ts"

export const SearchInput = Schema.Struct(SearchParameters)

/** What a search answers, over REST and to tools alike. */
export const searchOperation = Effect.gen(function* () {
  const products = yield* SearchProducts
  const { enforcePlanLanguages } = yield* HttpOptions

  return Effect.fnUntraced(function* (input: typeof SearchInput.Type, key: KeyRecord) {
    const plan = plans[key.plan]
    const { lang, limit, offset, q, region = null, source = null } = input
    if (enforcePlanLanguages) yield* requireLanguage(plan, lang)
    const page = yield* products.search({ text: q, language: lang, region, source, limit, offset }, plan)
    return { results: page.products.map((facts) => searchItem(facts, lang)), total: page.total, query: q, lang }
  })
})
