import { Effect, Layer } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { Embedder, EmbeddingUnavailable } from "../../../projections/ports/Embedder.ts"
import { type Neighbour, ProductVectors, VectorsIncomplete } from "../../../projections/ports/ProductVectors.ts"
import { QueryMeaning } from "../../../projections/ports/QueryMeaning.ts"
import { trigramVector } from "../TrigramEmbedder.ts"

/** What a test sees of the search by meaning and may do to it. */
export interface VectorScript {
  /** what is near to everything, nearest first */
  readonly found: Array<Neighbour>
  /** every question that was embedded */
  readonly questions: Array<string>
  /** how many neighbours were asked for */
  readonly limits: Array<number>
  failure: "none" | "endpoint" | "incomplete" | "storage"
}

export const vectorScript = (found: ReadonlyArray<Neighbour>): VectorScript => ({
  found: [...found],
  questions: [],
  limits: [],
  failure: "none"
})

/** Finds the same for every question; understands which are in Russian, and puts first what is asked for by its id. */
export const scriptedVectors = (script: VectorScript): Layer.Layer<Embedder | ProductVectors | QueryMeaning> =>
  Layer.mergeAll(
    Layer.succeed(
      Embedder,
      Embedder.of({
        model: { id: "scripted", dimensions: 512 },
        batchSize: 1,
        embedProducts: () => Effect.succeed([]),
        embedQuery: (text) =>
          Effect.suspend(() => {
            script.questions.push(text)
            return script.failure === "endpoint"
              ? Effect.fail(
                  new EmbeddingUnavailable({ operation: "embed a query", retryAfterSeconds: 17, cause: "sk-secret" })
                )
              : Effect.succeed(trigramVector(text))
          })
      })
    ),
    Layer.succeed(
      ProductVectors,
      ProductVectors.of({
        nearest: (_, limit) =>
          Effect.suspend((): Effect.Effect<ReadonlyArray<Neighbour>, StorageUnavailable | VectorsIncomplete> => {
            script.limits.push(limit)
            if (script.failure === "incomplete") return Effect.fail(new VectorsIncomplete())
            if (script.failure === "storage") {
              return Effect.fail(new StorageUnavailable({ operation: "find the nearest", cause: new Error("gone") }))
            }
            return Effect.succeed(script.found)
          }),
        coverage: Effect.succeed({ isComplete: true, due: 0 })
      })
    ),
    Layer.succeed(
      QueryMeaning,
      QueryMeaning.of({
        understand: (text) => ({
          language: /\p{Script=Cyrillic}/u.test(text) ? "ru" : null,
          needed: () => Infinity,
          atFirst: () => Infinity,
          order: (found) =>
            found.toSorted((a, b) => Number(text.includes(b.facts.id)) - Number(text.includes(a.facts.id)))
        })
      })
    )
  )
