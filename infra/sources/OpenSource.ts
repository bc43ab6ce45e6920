import { Effect } from "effect"
import { openCurated } from "./curated/CuratedFoods.ts"
import { openFdc } from "./fdc/FdcFoods.ts"
import { openOff } from "./off/OffDump.ts"
import type { SourceReader } from "./SourceRow.ts"
import { type SourceUnreadable, sourceUnreadable } from "./SourceUnreadable.ts"

export const sourceKinds = ["off", "fdc", "curated"] as const
export type SourceKind = (typeof sourceKinds)[number]

/**
 * Opens a source by its kind: Open Food Facts (JSON lines or export), FoodData Central (folder or zip), the project's
 * own list. Fails when there is nothing to open; `SourceReader.rows` throws the same error when reading breaks off.
 */
export const openSource = Effect.fn("openSource")(
  (kind: SourceKind, path: string): Effect.Effect<SourceReader, SourceUnreadable> =>
    Effect.tryPromise({ try: () => openers[kind](path), catch: (cause) => sourceUnreadable(path, cause) })
)

const openers: Readonly<Record<SourceKind, (path: string) => Promise<SourceReader>>> = {
  off: openOff,
  fdc: openFdc,
  curated: openCurated
}
