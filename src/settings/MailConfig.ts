import { Config, Effect, Option, Redacted, Schema } from "effect"
import type { MailSettings } from "../SettingsValues.ts"
import { invalid, secret } from "./SettingsSources.ts"

const PublicUrl = Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/?#@]+\/?$/))

/** `a@b.example` or `Name <a@b.example>`, on one line. */
const Sender = Schema.String.check(Schema.isPattern(/^(?:[^<>\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/))

export const loadPublicUrl = Effect.map(Config.option(Config.schema(PublicUrl, "PUBLIC_URL")), (url) =>
  Option.map(url, (text) => text.replace(/\/$/, ""))
)

/** A server of mail is of no use without a sender, and a link of none without where it leads. */
export const loadMail = Effect.gen(function* () {
  const smtpUrl = yield* secret("SMTP_URL")
  const from = yield* Config.option(Config.schema(Sender, "MAIL_FROM"))
  const publicUrl = yield* loadPublicUrl
  if (Option.isNone(smtpUrl) && Option.isNone(from)) return Option.none<MailSettings>()
  if (Option.isNone(smtpUrl) || Option.isNone(from)) {
    return yield* invalid("SMTP_URL and MAIL_FROM belong together: set both")
  }
  if (!/^smtps?:\/\/[^\s]+$/.test(Redacted.value(smtpUrl.value)) || !URL.canParse(Redacted.value(smtpUrl.value))) {
    return yield* invalid(
      "SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ where it is asked for"
    )
  }
  if (Option.isNone(publicUrl)) {
    return yield* invalid("PUBLIC_URL is not set: the links in mails need to know where people reach the service")
  }
  return Option.some({ smtpUrl: smtpUrl.value, from: from.value })
})
