import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Which bundled catalogue files this log has taken in, so that a start imports only what is new. */
export class InstalledBundles extends Context.Service<
  InstalledBundles,
  {
    /** The digest of the file as it was installed. */
    readonly digestOf: (file: string) => Effect.Effect<Option.Option<string>, StorageUnavailable>
    readonly record: (file: string, digest: string) => Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/domain/ports/InstalledBundles") {}
