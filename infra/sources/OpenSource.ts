import { Effect } from "effect"
import { openCurated } from "./curated/CuratedFoods.ts"
import { openFdcSource } from "./fdc/FdcSource.ts"
import { openOff } from "./off/OffDump.ts"
import { openPartnerFeed } from "./partner/PartnerFeed.ts"
import type { SourceReader } from "./SourceRow.ts"
import { type SourceUnreadable, sourceUnreadable } from "./SourceUnreadable.ts"

export const sourceKinds = ["off", "fdc", "curated", "partner"] as const
export type SourceKind = (typeof sourceKinds)[number]

/**
 * Opens a source by its kind: Open Food Facts (JSON lines or export), FoodData Central (CSV folder or zip, JSON), the project's
 * own list, a partner's feed. Fails when there is nothing to open; `SourceReader.rows` throws the same error when reading breaks off.
 */
export const openSource = Effect.fn("openSource")(
  (kind: SourceKind, path: string): Effect.Effect<SourceReader, SourceUnreadable> =>
    Effect.tryPromise({ try: () => openers[kind](path), catch: (cause) => sourceUnreadable(path, cause) })
)

const openers: Readonly<Record<SourceKind, (path: string) => Promise<SourceReader>>> = {
  off: openOff,
  fdc: openFdcSource,
  curated: openCurated,
  partner: openPartnerFeed
}
