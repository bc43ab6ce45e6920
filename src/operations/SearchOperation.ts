import { Effect, Schema } from "effect"
import { type Plan, plans } from "../../domain/key/Plan.ts"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import type { Language } from "../../domain/text/Language.ts"
import { SearchParameters } from "../http/contract/Parameters.ts"
import { PlanTooLow } from "../http/EdgeError.ts"
import { HttpOptions } from "../http/HttpOptions.ts"
import { coversLanguage } from "../queries/PlanAccess.ts"
import { searchItem } from "../queries/ProductPresentation.ts"
import { SearchProducts } from "../queries/SearchProducts.ts"

export const SearchInput = Schema.Struct(SearchParameters)

/** What a search answers, over REST and to tools alike. */
export const searchOperation = Effect.gen(function* () {
  const products = yield* SearchProducts
  const { enforcePlanLanguages } = yield* HttpOptions

  const requireLanguage = (plan: Plan, language: Language) =>
    enforcePlanLanguages && !coversLanguage(plan, language)
      ? Effect.fail(new PlanTooLow({ detail: `lang=${language} requires the growth plan or above.` }))
      : Effect.void

  return Effect.fnUntraced(function* (input: typeof SearchInput.Type, key: KeyRecord) {
    const plan = plans[key.plan]
    const { lang, limit, offset, q, region = null, source = null } = input
    yield* requireLanguage(plan, lang)
    const page = yield* products.search({ text: q, language: lang, region, source, limit, offset }, plan)
    return { results: page.products.map((facts) => searchItem(facts, lang)), total: page.total, query: q, lang }
  })
})
