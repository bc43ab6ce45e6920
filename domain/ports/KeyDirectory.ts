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
  /** what its owner calls it; `""`: nothing, or erased with the account */
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
    /** What the owners call these keys; a key without a name is left out. */
    readonly namesOf: (keyIds: ReadonlyArray<KeyId>) => Effect.Effect<ReadonlyMap<KeyId, KeyName>, StorageUnavailable>
    /** The keys that have this prefix, or had it before a rotation; in the order of their ids. */
    readonly idsOfPrefix: (prefix: KeyPrefix) => Effect.Effect<ReadonlyArray<KeyId>, StorageUnavailable>
  }
>()("fooddata/domain/ports/KeyDirectory") {}
