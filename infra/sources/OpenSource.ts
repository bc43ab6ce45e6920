import { Effect } from "effect"
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

/** Each is loaded when it is used: a start that imports nothing is sooner ready. */
const openers: Readonly<Record<SourceKind, (path: string) => Promise<SourceReader>>> = {
  off: async (path) => (await import("./off/OffDump.ts")).openOff(path),
  fdc: async (path) => (await import("./fdc/FdcSource.ts")).openFdcSource(path),
  curated: async (path) => (await import("./curated/CuratedFoods.ts")).openCurated(path),
  partner: async (path) => (await import("./partner/PartnerFeed.ts")).openPartnerFeed(path)
}
