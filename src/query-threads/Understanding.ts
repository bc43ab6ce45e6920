import { Effect, Layer } from "effect"
import * as BundledEmbedder from "../../infra/embedding/BundledEmbedder.ts"
import { Embedder, EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import type { ThreadTier } from "./Questions.ts"

/** What understands questions in a thread. */
export const understanding = ({ foreignModel }: ThreadTier) =>
  foreignModel === null
    ? BundledEmbedder.layer
    : Layer.merge(BundledEmbedder.layerMeaning, Layer.succeed(Embedder, vectorsFromElsewhere(foreignModel)))

/** The vector of a question comes with it, and products are embedded by whoever writes them. */
const vectorsFromElsewhere = (model: Embedder["Service"]["model"]): Embedder["Service"] => {
  const never = Effect.fail(
    new EmbeddingUnavailable({
      operation: "embed in a query thread",
      retryAfterSeconds: 1,
      cause: new Error("only the service asks the endpoint")
    })
  )
  return Embedder.of({ model, batchSize: 1, embedProducts: () => never, embedQuery: () => never })
}
