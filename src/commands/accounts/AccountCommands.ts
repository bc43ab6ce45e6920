import { Layer } from "effect"
import { FailureCounts } from "../audit/FailureCounts.ts"
import { AccountCommits } from "./AccountCommits.ts"
import * as AccountKeys from "./AccountKeys.ts"
import * as AccountLifecycle from "./AccountLifecycle.ts"
import * as AccountWebhook from "./AccountWebhook.ts"
import * as AccountPlans from "./AccountPlans.ts"
import { Attempts } from "./Attempts.ts"
import { Outbox } from "./Outbox.ts"
import * as Passwords from "./Passwords.ts"
import * as Sessions from "./Sessions.ts"
import * as SignUp from "./SignUp.ts"
import * as Verification from "./Verification.ts"

/** What commands on accounts there are. */
export type AccountServices =
  | SignUp.SignUp
  | Verification.Verification
  | Sessions.Sessions
  | Passwords.Passwords
  | AccountKeys.AccountKeys
  | AccountLifecycle.AccountLifecycle
  | AccountPlans.AccountPlans
  | AccountWebhook.AccountWebhook

/** All commands on accounts, on the ports of a tier. */
export const layer = Layer.mergeAll(
  SignUp.layer.pipe(Layer.provideMerge(Verification.layer)),
  Sessions.layer,
  Passwords.layer,
  AccountKeys.layer,
  AccountLifecycle.layer,
  AccountPlans.layer,
  AccountWebhook.layer
).pipe(Layer.provide(Layer.mergeAll(AccountCommits.layer, Attempts.layer, Outbox.layer, FailureCounts.layer)))
