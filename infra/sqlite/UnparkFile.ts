import { Effect, Layer } from "effect"
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { UnparkRequests } from "../../projections/ports/UnparkRequests.ts"
import { DataDirectory } from "./DataDirectory.ts"

/** A file in the data directory: `views.db` is written by the service alone. */
export const layer: Layer.Layer<UnparkRequests, never, DataDirectory> = Layer.effect(
  UnparkRequests,
  Effect.map(DataDirectory, ({ unpark }) => {
    const onDisk = <A>(operation: string, work: () => A) =>
      Effect.try({ try: work, catch: (cause) => new StorageUnavailable({ operation, cause }) })
    return UnparkRequests.of({
      ask: onDisk("ask for the parked streams", () => writeFileSync(unpark, "", { mode: 0o600 })),
      isAsked: Effect.sync(() => existsSync(unpark)),
      done: onDisk("note that parked streams were read again", () => rmSync(unpark, { force: true }))
    })
  })
)
