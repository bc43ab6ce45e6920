import { Effect, Option, Redacted } from "effect"
import type { MailSettings } from "../SettingsValues.ts"
import { matching, setting } from "./Setting.ts"
import { invalid } from "./SettingsInvalid.ts"
import { secret } from "./SettingsSources.ts"

const address = matching(/^https?:\/\/[^\s/?#@]+\/?$/, "an address such as https://food.example, without a path")

/** `a@b.example` or `Name <a@b.example>`, on one line. */
const sender = matching(
  /^(?:[^<>\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  "an e-mail address, such as food@food.example or Food <food@food.example>"
)

export const contact = matching(
  /^(?:https:\/\/[^\s<>"]{3,300}|[^\s<>"@]{1,64}@[^\s<>"@]{3,250})$/,
  "an e-mail address, or a page that begins with https://"
)

export const loadPublicUrl = Effect.map(setting("PUBLIC_URL", address), (url) =>
  Option.map(url, (text) => text.replace(/\/$/, ""))
)

/** A server of mail is of no use without a sender, and a link of none without where it leads. */
export const loadMail = Effect.gen(function* () {
  const smtpUrl = yield* secret("SMTP_URL")
  const from = yield* setting("MAIL_FROM", sender)
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
