import { Effect, Metric } from "effect"
import { ProductVectors } from "../../../projections/ports/ProductVectors.ts"
import type { Probe } from "./Sampling.ts"

const due = Metric.gauge("product_vectors_due", { description: "Products whose vector is still to be made." })

/** Can the search by meaning answer? It cannot before every product had its vector. */
export const vectorsProbe: Probe<ProductVectors> = {
  name: "product-vectors",
  look: Effect.gen(function* () {
    const coverage = yield* (yield* ProductVectors).coverage
    yield* Metric.update(due, coverage.due)
    const waiting = coverage.due === 0 ? "every product has its vector" : `${coverage.due} products wait for theirs`
    return { ok: coverage.isComplete, detail: coverage.isComplete ? waiting : `not complete: ${waiting}` }
  })
}
