import { Effect, Layer, Option, Redacted } from "effect"
import { MealExtractor } from "../../domain/ports/MealExtractor.ts"
import * as OpenAiMealExtractor from "../../infra/meal-extraction/OpenAiMealExtractor.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { Settings } from "../Config.ts"
import type { ThreadTier } from "../query-threads/Questions.ts"
import { layerWith, queryThreadsDefaults } from "../query-threads/QueryThreads.ts"
import { sqliteThreads, startQueryThread } from "../query-threads/SqliteThreads.ts"
import { threadedQueries } from "../query-threads/ThreadedQueries.ts"
import type { ClusterSettings } from "../SettingsValues.ts"

/** How many questions a thread of the cluster tier answers at once: it waits for OpenSearch most of the time. */
const questionsPerThreadOnServer = 16

const threadSettings = Effect.gen(function* () {
  const { embedding, queryThreads: threads } = yield* Settings
  const { model } = yield* Embedder
  return {
    options: { ...queryThreadsDefaults, threads },
    // what makes the vectors of questions, where it is not the model that the threads have themselves
    foreignModel: Option.isSome(embedding) ? model : null
  }
})

const openSearchThreads = (cluster: ClusterSettings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { foreignModel, options } = yield* threadSettings
      const tier: ThreadTier = {
        _tag: "OpenSearch",
        url: cluster.openSearchUrl,
        authorization: Option.match(cluster.openSearchAuthorization, { onNone: () => null, onSome: Redacted.value }),
        ca: Option.getOrNull(cluster.openSearchCa),
        alias: cluster.openSearchAlias,
        shards: cluster.openSearchShards,
        replicas: cluster.openSearchReplicas,
        foreignModel
      }
      return layerWith(startQueryThread(tier), { ...options, questionsPerThread: questionsPerThreadOnServer })
    })
  )

const mealExtractor = Layer.unwrap(
  Effect.map(Settings, ({ analysisModel }) =>
    Option.match(analysisModel, {
      onNone: () => MealExtractor.layerParser,
      onSome: (endpoint) => OpenAiMealExtractor.layer(endpoint)
    })
  )
)

const queries = Layer.unwrap(
  Effect.map(Settings, ({ analysisModel, embedding }) =>
    threadedQueries({ vectors: Option.isSome(embedding), meals: Option.isSome(analysisModel) })
  )
).pipe(Layer.provide(mealExtractor))

/** What answers questions over `views.db`. */
export const sqliteQueries = queries.pipe(
  Layer.provideMerge(
    Layer.unwrap(Effect.map(threadSettings, ({ foreignModel, options }) => sqliteThreads(options, foreignModel)))
  )
)

/** What answers questions over OpenSearch. */
export const openSearchQueries = (cluster: ClusterSettings) =>
  queries.pipe(Layer.provideMerge(openSearchThreads(cluster)))
