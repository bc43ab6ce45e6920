import { Effect, Layer, Option } from "effect"
import * as BundledEmbedder from "../../infra/embedding/BundledEmbedder.ts"
import type { Embedder } from "../../projections/ports/Embedder.ts"
import type { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import { Settings } from "../Config.ts"
import type { EmbeddingSettings } from "../SettingsValues.ts"

/** Loaded only by who chose it: the client takes longer to load than all else. */
const endpoint = (settings: EmbeddingSettings) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../../infra/embedding/OpenAiEmbedder.ts")),
      (OpenAiEmbedder) => OpenAiEmbedder.layer(settings)
    )
  )

/** What makes the vectors, and what understands questions: the model that comes with the program, or the endpoint. */
export const embedding: Layer.Layer<Embedder | QueryMeaning, never, Settings> = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Option.match(settings.embedding, {
      onNone: () => BundledEmbedder.layer,
      onSome: (chosen) => Layer.merge(endpoint(chosen), BundledEmbedder.layerMeaning)
    })
  )
)
