import { Effect, Layer, Option } from "effect"
import { Mailer } from "../../domain/ports/Mailer.ts"
import * as SmtpMailer from "../../infra/mail/SmtpMailer.ts"
import * as Argon2Hasher from "../../infra/password-hashing/Argon2Hasher.ts"
import * as AccountCommands from "../commands/accounts/AccountCommands.ts"
import { AccountLinks } from "../commands/accounts/AccountLinks.ts"
import { Settings } from "../Config.ts"
import { webhookSender } from "./Webhooks.ts"

const mailer = Layer.unwrap(
  Effect.map(Settings, ({ mail }) =>
    Option.match(mail, {
      onNone: () => Mailer.layerOff,
      onSome: ({ from, smtpUrl }) => SmtpMailer.layer({ url: smtpUrl, from })
    })
  )
)

/** Without a public address, where the service listens: for trying on one's own machine. */
const links = Layer.effect(
  AccountLinks,
  Effect.map(Settings, ({ host, port, publicUrl, tls }) => ({
    publicUrl: Option.getOrElse(publicUrl, () => {
      const name = host.includes(":") ? `[${host}]` : host
      return `${Option.isSome(tls) ? "https" : "http"}://${name}:${port}`
    })
  }))
)

/** The commands on accounts, with mail and passwords as this deployment has them. */
export const accounts = AccountCommands.layer.pipe(
  Layer.provide(Layer.mergeAll(mailer, links, Argon2Hasher.layer, webhookSender))
)
