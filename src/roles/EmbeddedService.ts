import { Layer } from "effect"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { admin, api } from "./ApiRole.ts"
import { stores, views } from "./EmbeddedTier.ts"
import * as Projector from "./Projector.ts"

/** The whole service in one process, which leads whatever needs a leader. */
export const embeddedService = Layer.mergeAll(api, admin, Projector.layer).pipe(
  Layer.provideMerge(LeaderLock.layerAlone),
  Layer.provideMerge(views),
  Layer.provideMerge(stores)
)
