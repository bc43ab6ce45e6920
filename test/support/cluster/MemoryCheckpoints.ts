import { Effect, Layer } from "effect"
import { type Cursor, logStart } from "../../../domain/EventEnvelope.ts"
import type { ParkedStream } from "../../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"

/** Checkpoints that outlive what uses them, but not the layer: a relay dies, its place stays. */
export const layer = Layer.sync(Checkpoints, () => {
  const places = new Map<string, Cursor>()
  const parkedAt = new Map<string, ReadonlyArray<ParkedStream>>()
  const parkedOf = (projection: string) => parkedAt.get(projection) ?? []
  return Checkpoints.of({
    load: (projection) => Effect.sync(() => places.get(projection) ?? logStart),
    save: (projection, cursor, parked = []) =>
      Effect.sync(() => {
        places.set(projection, cursor)
        const isNew = ({ streamId }: ParkedStream) => parked.every((stream) => stream.streamId !== streamId)
        parkedAt.set(projection, [...parkedOf(projection).filter(isNew), ...parked])
      }),
    parked: (projection) => Effect.sync(() => parkedOf(projection)),
    release: (projection, streamIds) =>
      Effect.sync(() => {
        const stays = ({ streamId }: ParkedStream) => !streamIds.includes(streamId)
        parkedAt.set(projection, parkedOf(projection).filter(stays))
      })
  })
})
