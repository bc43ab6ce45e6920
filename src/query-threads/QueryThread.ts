import "effect/schema/SchemaJITCompiler/enable"
import { Deferred, Effect, Layer } from "effect"
import { MealExtractor } from "../../domain/ports/MealExtractor.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { answerWithEffects } from "../../infra/threads/AnswerWithEffects.ts"
import { beNice } from "../../infra/threads/ThreadPriority.ts"
import { threadTimeMs } from "../../infra/threads/ThreadTime.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import type { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import { logging } from "../cli/Logging.ts"
import { Settings } from "../Config.ts"
import { AnalyzeMeal, readVocabularies } from "../queries/AnalyzeMeal.ts"
import type { QuestionGivenUp } from "../queries/QuestionGivenUp.ts"
import { searchByMeaning } from "../queries/SemanticSearch.ts"
import { findPage, searchByWords } from "../queries/WordSearch.ts"
import {
  type Asked,
  type Begin,
  encodeFailure,
  isAsked,
  isBegin,
  isNotice,
  type Measured,
  type OpenSearchTier,
  type QueryFailure,
  type Question,
  type ThreadTier
} from "./Questions.ts"
import { sqliteReads } from "./SqliteReads.ts"
import { ThreadState } from "./ThreadState.ts"
import { understanding } from "./Understanding.ts"

/** After the words were read: until then nobody waits for it who asks as soon as the service is ready. */
const rehearsalDelay = "1 second"

const firstSearch: SearchQuery = { text: "egg", language: "en", region: null, source: null, limit: 10, offset: 0 }

/** For the first the tables of needs are read, for the second the models of sentences. */
const firstNeeds = ["eggs", "high protein dinner without eggs"]

/** Answers questions over the catalogue, beside the thread that talks with callers. */
const engine = Effect.gen(function* () {
  const index = yield* ProductIndex
  const meals = yield* AnalyzeMeal
  const meaning = yield* QueryMeaning
  const byMeaning = yield* searchByMeaning
  const { embedQuery } = yield* Embedder
  const state = yield* ThreadState
  const scope = yield* Effect.scope

  const answerOf = (question: Question): Effect.Effect<unknown, QueryFailure | QuestionGivenUp> => {
    switch (question._tag) {
      case "Search":
        return findPage(index, question.query)
      case "Semantic": {
        const { text, vector, wanted } = question
        return byMeaning(text, vector === null ? embedQuery(text) : Effect.succeed(vector), wanted)
      }
      case "AnalyzeText":
        return meals.analyze(question.text)
      case "AnalyzeExtraction":
        return meals.analyzeExtraction(question.extraction)
      case "AnalyzeItems":
        return meals.analyzeItems(question.items)
    }
  }

  const measured = Effect.fnUntraced(function* ({ budgetMs, question }: Asked) {
    const begun = threadTimeMs()
    const outcome = yield* state.during(answerOf(question), budgetMs).pipe(
      // only the queue gives questions up, and this is behind it
      Effect.catchTag("QuestionGivenUp", (error) => Effect.die(error)),
      Effect.match({
        onSuccess: (value): Measured["outcome"] => ({ _tag: "Answer", value }),
        onFailure: (failure) =>
          failure._tag === "OverBudget" ? null : { _tag: "Failure" as const, failure: encodeFailure(failure) }
      })
    )
    const answer: Measured = { outcome, costMs: threadTimeMs() - begun }
    return answer
  })

  // what the first questions of each kind read takes a second, and on a busy machine many, so messages are taken in between, and
  // a question waits for one part at the most; the vectors are not asked for: reading all of them takes longer
  const rehearsal = Effect.gen(function* () {
    const part = <A, E>(question: Effect.Effect<A, E>) =>
      Effect.tap(state.during(question, Number.POSITIVE_INFINITY), () => Effect.yieldNow)
    const { products } = yield* part(searchByWords(index, firstSearch))
    const found = products.map((facts) => ({ facts, cosine: 0.5 }))
    for (const need of firstNeeds) yield* part(Effect.sync(() => meaning.understand(need).order(found)))
    yield* part(meals.analyze("two boiled eggs"))
  }).pipe(Effect.catchCause((cause) => Effect.logWarning("a query thread could not rehearse", cause)))
  const warm = state.readAhead.pipe(
    Effect.andThen(Effect.delay(rehearsal, rehearsalDelay)),
    Effect.forkIn(scope),
    Effect.asVoid
  )

  return (asked: unknown): Effect.Effect<unknown> => {
    if (isAsked(asked)) return measured(asked)
    if (!isNotice(asked)) return Effect.die(new TypeError("not a question of this thread"))
    return asked._tag === "Warm" ? warm : Effect.sync(() => state.addWords(asked.words))
  }
})

/** What may take long runs after what is quick, and after the thread that talks with callers. */
const niceValue = 2

/** Loaded only in a cluster: the client takes its time and its memory. */
const openSearch = (tier: OpenSearchTier) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./OpenSearchReads.ts")),
      (reads) => reads.openSearchReads(tier)
    )
  )

const readsOf = (
  tier: ThreadTier
): Layer.Layer<ProductIndex | ProductVectors | ThreadState, StorageUnavailable, Embedder> =>
  tier._tag === "Sqlite" ? sqliteReads(tier.viewsPath) : openSearch(tier)

const surroundings = (tier: ThreadTier) =>
  AnalyzeMeal.layer.pipe(
    Layer.provide(MealExtractor.layerParser),
    Layer.provideMerge(readsOf(tier)),
    Layer.provideMerge(understanding(tier)),
    Layer.provideMerge(logging.pipe(Layer.provide(Settings.layer)))
  )

/** Until the thread ends. What cannot be loaded ends it, and is told to whoever started it. */
const life = Effect.gen(function* () {
  const begun = yield* Deferred.make<Begin>()
  const ready = yield* Deferred.make<(asked: unknown) => Effect.Effect<unknown>>()
  yield* answerWithEffects((asked) =>
    isBegin(asked)
      ? Effect.asVoid(Deferred.succeed(begun, asked))
      : Effect.flatMap(Deferred.await(ready), (answer) => answer(asked))
  )
  // the first thread is loaded before it is known what it answers from
  yield* readVocabularies
  const { lane, tier } = yield* Deferred.await(begun)
  if (lane === "any") yield* beNice(niceValue)
  return yield* Effect.flatMap(engine, (answer) => Effect.andThen(Deferred.succeed(ready, answer), Effect.never)).pipe(
    Effect.scoped,
    Effect.provide(surroundings(tier))
  )
})

await Effect.runPromise(life)
