import { Effect, Layer, Option, Predicate } from "effect"
import { type Extraction, MealExtractor } from "../../domain/ports/MealExtractor.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ViewsDamage } from "../../infra/sqlite/ViewsDamage.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { SearchPageCache } from "../../projections/ports/SearchPageCache.ts"
import { AnalyzeMeal } from "../queries/AnalyzeMeal.ts"
import type { QuestionGivenUp } from "../queries/QuestionGivenUp.ts"
import { allowedBy, SearchProducts } from "../queries/SearchProducts.ts"
import { SemanticSearch } from "../queries/SemanticSearch.ts"
import { type AnswerOf, decodeFailure, type QueryFailure, type Question } from "./Questions.ts"
import { QueryThreads } from "./QueryThreads.ts"

/** What a server is asked for, which the service does before a thread has the question: a thread only computes. */
export interface AskedElsewhere {
  /** the vectors of questions */
  readonly vectors: boolean
  /** the foods that a description of a meal names */
  readonly meals: boolean
}

const isAnswerTo = {
  Search: (value: unknown): value is AnswerOf["Search"] => Predicate.hasProperty(value, "products"),
  Semantic: (value: unknown): value is AnswerOf["Semantic"] => Predicate.hasProperty(value, "found"),
  Analyze: (value: unknown): value is AnswerOf["AnalyzeText"] => Predicate.hasProperty(value, "components")
}

const asking = Effect.gen(function* () {
  const { ask } = yield* QueryThreads
  const damage = yield* Effect.serviceOption(ViewsDamage)
  const failed = (encoded: unknown) => {
    const failure = decodeFailure(encoded)
    if (failure._tag === "StorageUnavailable" && Option.isSome(damage)) damage.value.report(failure.cause)
    return Effect.fail(failure)
  }
  return <A>(question: Question, isAnswer: (value: unknown) => value is A) =>
    Effect.flatMap(ask(question), (outcome): Effect.Effect<A, QueryFailure> => {
      if (outcome._tag === "Failure") return failed(outcome.failure)
      return isAnswer(outcome.value)
        ? Effect.succeed(outcome.value)
        : Effect.die(new TypeError(`a query thread answered something else to ${question._tag}`))
    })
})

/** Of questions that need no vectors. */
const neverOfVectors = <A>(
  answer: Effect.Effect<A, QueryFailure | QuestionGivenUp>
): Effect.Effect<A, StorageUnavailable | QuestionGivenUp> =>
  Effect.catchTags(answer, {
    EmbeddingUnavailable: (error) => Effect.die(error),
    VectorsIncomplete: (error) => Effect.die(error)
  })

const searchProducts = Layer.effect(
  SearchProducts,
  Effect.gen(function* () {
    const ask = yield* asking
    const pages = yield* SearchPageCache
    return SearchProducts.of({
      search: (query, plan) => {
        const allowed = allowedBy(plan, query)
        return pages.of(allowed, neverOfVectors(ask({ _tag: "Search", query: allowed }, isAnswerTo.Search)))
      }
    })
  })
)

const semanticSearch = ({ vectors }: AskedElsewhere) =>
  Layer.effect(
    SemanticSearch,
    Effect.gen(function* () {
      const ask = yield* asking
      const { embedQuery } = yield* Embedder
      return SemanticSearch.of({
        search: (text, limit, plan) => {
          const wanted = Math.min(limit, plan.searchResultsMax)
          return Effect.flatMap(vectors ? embedQuery(text) : Effect.succeed(null), (vector) =>
            ask({ _tag: "Semantic", text, vector, wanted }, isAnswerTo.Semantic)
          )
        }
      })
    })
  )

const analyzeMeal = ({ meals }: AskedElsewhere) =>
  Layer.effect(
    AnalyzeMeal,
    Effect.gen(function* () {
      const ask = yield* asking
      const { extract } = yield* MealExtractor
      const analyzed = (question: Question) => neverOfVectors(ask(question, isAnswerTo.Analyze))
      const analyzeExtraction = (extraction: Extraction) => analyzed({ _tag: "AnalyzeExtraction", extraction })
      return AnalyzeMeal.of({
        analyze: Effect.fn("AnalyzeMeal.analyze")((text) =>
          meals
            ? Effect.flatMap(extract(text.toWellFormed()), analyzeExtraction)
            : analyzed({ _tag: "AnalyzeText", text })
        ),
        analyzeExtraction,
        analyzeItems: (items) => analyzed({ _tag: "AnalyzeItems", items })
      })
    })
  )

/** What REST and tools ask, answered by query threads. */
export const threadedQueries = (elsewhere: AskedElsewhere) =>
  Layer.mergeAll(searchProducts, semanticSearch(elsewhere), analyzeMeal(elsewhere))
