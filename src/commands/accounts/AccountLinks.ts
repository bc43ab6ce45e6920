import { Context } from "effect"

/** Where the pages of accounts are, for the links in mails and of the command line; without a slash at the end. */
export class AccountLinks extends Context.Service<AccountLinks, { readonly publicUrl: string }>()(
  "fooddata/src/commands/accounts/AccountLinks"
) {}

export const verifyLink = ({ publicUrl }: AccountLinks["Service"], token: string): string =>
  `${publicUrl}/verify?token=${token}`

export const resetLink = ({ publicUrl }: AccountLinks["Service"], token: string): string =>
  `${publicUrl}/reset?token=${token}`
