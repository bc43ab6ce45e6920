import { Effect, Schema } from "effect"
import { type PlanName, plans } from "../../../domain/key/Plan.ts"
import type { Language } from "../../../domain/language/Language.ts"
import type { FoundPage } from "../../../projections/ports/SearchPageCache.ts"
import { SearchParameters } from "../contract/Parameters.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { searchItem } from "../../queries/ProductPresentation.ts"
import { SearchProducts } from "../../queries/SearchProducts.ts"
import { askedBy } from "../../query-threads/Asker.ts"
import { requireLanguage } from "./PlanGates.ts"
import { rememberRepeated } from "./Repeated.ts"

export const SearchInput = Schema.Struct(SearchParameters)

const answerOf = (page: FoundPage, query: string, lang: Language) => ({
  body: {
    results: page.products.map(searchItem),
    total: page.total,
    query,
    lang
  },
  relaxed: page.relaxed
})

/** What a search answers: the body, and the words of the query that its results do without. */
export type SearchAnswer = ReturnType<typeof answerOf>

/** Who searches: a key, or for a page a visitor without one, whose address stands in the place of the key's id. */
interface Caller {
  readonly plan: PlanName
  readonly keyId: string
}

/** What a search answers, over REST, to tools and on pages alike. */
export const searchOperation = Effect.gen(function* () {
  const products = yield* SearchProducts
  const { enforcePlanLanguages } = yield* HttpOptions
  // an index that remembers its pages gives the same one for the same question, and then this is the same object, too
  const said = rememberRepeated(answerOf, ({ body }, query, lang) => body.query === query && body.lang === lang)

  // without generators: most requests come here
  return (input: typeof SearchInput.Type, caller: Caller) => {
    const plan = plans[caller.plan]
    const { lang, limit, offset, q, region = null, source = null } = input
    const found = products.search({ text: q, language: lang, region, source, limit, offset }, plan)
    const answer = Effect.map(askedBy(caller, found), (page) => said(page, q, lang))
    return enforcePlanLanguages ? Effect.andThen(requireLanguage(plan, lang), answer) : answer
  }
})
