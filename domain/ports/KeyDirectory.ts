import { Context, type Effect, type Option } from "effect"
import type { KeyDigest, KeyId, KeyName, KeyPrefix, KeyRole } from "../key/KeyEvent.ts"
import type { PlanName } from "../key/Plan.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

export interface KeyRecord {
  readonly keyId: KeyId
  readonly digest: KeyDigest
  readonly prefix: KeyPrefix
  readonly plan: PlanName
  readonly role: KeyRole
  readonly active: boolean
  readonly accountId: string | null
  /** what its owner calls it; `""`: nothing */
  readonly name: KeyName
  /** version of the key's stream that this record reflects */
  readonly version: number
  /** ms since the epoch */
  readonly issuedAt: number
}

/** Which digest is which key, true the instant an append returns: a rotated-away digest finds nothing. */
export class KeyDirectory extends Context.Service<
  KeyDirectory,
  {
    readonly findByDigest: (digest: KeyDigest) => Effect.Effect<Option.Option<KeyRecord>, StorageUnavailable>
    readonly findById: (keyId: KeyId) => Effect.Effect<Option.Option<KeyRecord>, StorageUnavailable>
    /** the keys of one account, oldest first */
    readonly listOf: (accountId: string) => Effect.Effect<ReadonlyArray<KeyRecord>, StorageUnavailable>
    /** every key, oldest first */
    readonly list: Effect.Effect<ReadonlyArray<KeyRecord>, StorageUnavailable>
  }
>()("fooddata/domain/ports/KeyDirectory") {}
