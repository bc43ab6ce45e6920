import { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import { AuditTrail } from "../../../src/audit/trail/AuditTrail.ts"
import { Effect, Layer, Redacted } from "effect"
import type { Mailer } from "../../../domain/ports/Mailer.ts"
import * as AccountSecrets from "../../../infra/crypto/AccountSecrets.ts"
import * as HttpsWebhookSender from "../../../infra/webhook/HttpsWebhookSender.ts"
import * as Argon2Hasher from "../../../infra/password-hashing/Argon2Hasher.ts"
import * as AccountCommands from "../../../src/commands/accounts/AccountCommands.ts"
import { AccountKeys } from "../../../src/commands/accounts/AccountKeys.ts"
import { AccountLifecycle } from "../../../src/commands/accounts/AccountLifecycle.ts"
import { AccountPlans } from "../../../src/commands/accounts/AccountPlans.ts"
import { AccountWebhook } from "../../../src/commands/accounts/AccountWebhook.ts"
import { AccountLinks } from "../../../src/commands/accounts/AccountLinks.ts"
import { Passwords } from "../../../src/commands/accounts/Passwords.ts"
import { Sessions } from "../../../src/commands/accounts/Sessions.ts"
import { SignUp } from "../../../src/commands/accounts/SignUp.ts"
import { OnceOnly } from "../../../src/commands/OnceOnly.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { Verification } from "../../../src/commands/accounts/Verification.ts"

/** The address that links of mails lead to. */
export const publicUrl = "https://food.example"

const webhookSender = HttpsWebhookSender.layer({ allowLoopback: false })

/** The commands on accounts on the stores of a test, with this mail. */
export const accountsWithMail = <E, R>(mailer: Layer.Layer<Mailer, E, R>) =>
  AccountCommands.layer.pipe(
    Layer.provide(Layer.mergeAll(mailer, Argon2Hasher.layer, webhookSender, Layer.succeed(AccountLinks, { publicUrl })))
  )

const nobodyAsks = Effect.die(new Error("nothing is projected here"))

/** For an edge whose tests are not about accounts: whatever is asked of them is a defect. */
export const noAccounts = Layer.mergeAll(
  AccountSecrets.layer(Redacted.make(new Uint8Array(32).fill(7))),
  Layer.mock(SignUp, {}),
  Layer.mock(Sessions, {}),
  Layer.mock(Passwords, { sendsMail: false }),
  Layer.mock(AccountKeys, {}),
  Layer.mock(AccountLifecycle, {}),
  Layer.mock(AccountPlans, {}),
  Layer.mock(AccountWebhook, {}),
  Layer.mock(Verification, {}),
  Layer.mock(AuditTrail, {}),
  Layer.mock(FailedAuthentications, { add: () => Effect.void }),
  Layer.mock(OnceOnly, { ticket: Effect.succeed("t".repeat(43)) }),
  Layer.mock(UsageReport, {
    live: { checkpoint: nobodyAsks, liveCheckpoint: nobodyAsks, isPending: nobodyAsks, adopt: nobodyAsks }
  })
)
