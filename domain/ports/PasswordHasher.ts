import { Context, type Effect, Schema } from "effect"
import type { AddressDigest, PasswordHash } from "../account/AccountRecord.ts"

/** As many passwords wait to be hashed as may, of everybody or of this owner. Nothing was done; later it may be. */
export class PasswordHasherBusy extends Schema.TaggedError<PasswordHasherBusy>()("PasswordHasherBusy", {}) {}

/**
 * Hashes passwords, slowly and in much memory, so that who has stolen the hashes cannot try many. The event loop does not
 * wait for it.
 */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    /**
     * The same for the same password and address. `owner`, an address of a caller or the id of an account, has a part of
     * the queue at most.
     */
    readonly hash: (
      password: string,
      address: AddressDigest,
      owner: string
    ) => Effect.Effect<PasswordHash, PasswordHasherBusy>
  }
>()("fooddata/domain/ports/PasswordHasher") {}
