import { Effect, Layer } from "effect"
import { type Cursor, logStart } from "../../../domain/EventEnvelope.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"

/** Checkpoints that outlive what uses them, but not the layer: a relay dies, its place stays. */
export const layer = Layer.sync(Checkpoints, () => {
  const places = new Map<string, Cursor>()
  return Checkpoints.of({
    load: (projection) => Effect.sync(() => places.get(projection) ?? logStart),
    save: (projection, cursor) => Effect.sync(() => void places.set(projection, cursor))
  })
})
