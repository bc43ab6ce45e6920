import { Context, Effect, Layer, Schema } from "effect"
import type { EmailAddress } from "../account/EmailAddress.ts"

export interface Mail {
  readonly to: EmailAddress
  readonly subject: string
  /** plain text */
  readonly text: string
}

/** The server of mail did not take it. `isFinal`: it will not take it later either. Says nothing of who it was for. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  isFinal: Schema.Boolean,
  cause: Schema.Defect()
}) {}

/** Sends mail, where the deployment has a server for it. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** false: nothing is ever sent, and links are printed by `fooddata account reset-link` */
    readonly isOn: boolean
    readonly send: (mail: Mail) => Effect.Effect<void, MailRefused>
  }
>()("fooddata/domain/ports/Mailer") {
  static readonly layerOff: Layer.Layer<Mailer> = Layer.succeed(Mailer, {
    isOn: false,
    send: () => Effect.die(new Error("there is no server for mail"))
  })
}
