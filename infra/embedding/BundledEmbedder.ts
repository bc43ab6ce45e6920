import { Context, Effect, Layer, RcRef } from "effect"
import { remembering } from "../../domain/Remembering.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { Embedder, EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import type { Neighbour } from "../../projections/ports/ProductVectors.ts"
import { QueryMeaning } from "../../projections/ports/QueryMeaning.ts"
import { startThread, ThreadFailed } from "../threads/Thread.ts"
import { readBundledModel } from "./BundledModel.ts"

/** A thread has a model of its own: it ends when nothing was to be embedded for so long. */
const idleTimeToLive = "30 seconds"
/** Handing products to the thread takes this one some 15 µs each. */
const productsPerQuestion = 100
const retryAfterSeconds = 5
/** Questions that are being answered, and the last ones. */
const questionsMax = 64

class Model extends Context.Service<Model, ReturnType<typeof readBundledModel>>()(
  "fooddata/infra/embedding/BundledEmbedder/Model"
) {
  static readonly layer = Layer.sync(Model, () => {
    const model = readBundledModel()
    // a question is asked for its vector, and then for the order of what is found
    return { ...model, understand: remembering(questionsMax, model.understand) }
  })
}

const isVectors = (value: unknown): value is Float32Array => value instanceof Float32Array

/**
 * The model that comes with the program: no network, no waiting. Questions are embedded here, which takes less than
 * handing them on; products in a thread, so that nobody waits for them.
 */
const embedder = Layer.effect(
  Embedder,
  Effect.gen(function* () {
    const { dimensions, id, understand } = yield* Model
    const thread = yield* RcRef.make({
      acquire: startThread("embedding", new URL("EmbedThread.ts", import.meta.url)),
      idleTimeToLive
    })

    const embedSome = Effect.fnUntraced(function* (products: ReadonlyArray<ProductFacts>) {
      const { ask } = yield* RcRef.get(thread)
      const vectors = yield* ask(products).pipe(
        Effect.filterOrFail(isVectors, () => new ThreadFailed({ thread: "embedding", cause: "no vectors" })),
        // one that ended is not asked again
        Effect.tapError(() => RcRef.invalidate(thread))
      )
      return products.map((_, i) => vectors.slice(i * dimensions, (i + 1) * dimensions))
    }, Effect.scoped)

    return Embedder.of({
      model: { id, dimensions },
      batchSize: productsPerQuestion,
      embedProducts: Effect.fn("Embedder.embedProducts")(function* (products) {
        const chunks = Array.from({ length: Math.ceil(products.length / productsPerQuestion) }, (_, i) =>
          products.slice(i * productsPerQuestion, (i + 1) * productsPerQuestion)
        )
        const vectors = yield* Effect.forEach(chunks, embedSome).pipe(
          Effect.mapError(
            (cause) => new EmbeddingUnavailable({ operation: "embed products", retryAfterSeconds, cause })
          )
        )
        return vectors.flat()
      }),
      embedQuery: Effect.fn("Embedder.embedQuery")((text) => Effect.sync(() => understand(text).vector))
    })
  })
)

/** Understands questions by the model that comes with the program, whichever embedder makes the vectors. */
const meaningOf = (vectors: "own" | "foreign") =>
  Layer.effect(
    QueryMeaning,
    Effect.map(Model, ({ candidatesAtFirst, candidatesNeeded, needCosine, rerank, understand }) =>
      QueryMeaning.of({
        understand: (text) => {
          const intent = understand(text)
          // vectors from elsewhere know nothing of what is ruled out
          const ofNeed = ({ cosine, facts }: Neighbour) => ({ facts, cosine: needCosine(intent, cosine) })
          return {
            language: intent.language,
            needed: (wanted) => candidatesNeeded(intent, wanted),
            atFirst: (wanted) => candidatesAtFirst(intent, wanted),
            order: (found) => rerank(intent, vectors === "own" ? found.map(ofNeed) : found)
          }
        }
      })
    )
  )

export const layer: Layer.Layer<Embedder | QueryMeaning> = Layer.merge(embedder, meaningOf("own")).pipe(
  Layer.provide(Model.layer)
)

/** Only what understands questions, for vectors from elsewhere. */
export const layerMeaning: Layer.Layer<QueryMeaning> = meaningOf("foreign").pipe(Layer.provide(Model.layer))
