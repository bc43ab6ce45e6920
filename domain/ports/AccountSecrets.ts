import { Context } from "effect"
import type { AddressDigest, TokenDigest } from "../account/AccountRecord.ts"
import type { EmailAddress } from "../account/EmailAddress.ts"

/** Turns what must not be stored into what may be. Each of them is another function: none gives what another gives. */
export class AccountSecrets extends Context.Service<
  AccountSecrets,
  {
    /** finds the accounts of an address, and salts their passwords */
    readonly address: (email: EmailAddress) => AddressDigest
    /** of a token of 256 random bits */
    readonly token: (token: string) => TokenDigest
    /** what a form of the session must carry, so that it was made for it */
    readonly csrf: (token: string) => string
    /** a name for what attempts are counted by, which says nothing of an address */
    readonly subject: (kind: string, of: string) => string
  }
>()("fooddata/domain/ports/AccountSecrets") {}
