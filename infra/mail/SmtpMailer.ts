import { Effect, Layer, Predicate, Redacted } from "effect"
import { Mailer, MailRefused } from "../../domain/ports/Mailer.ts"

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, `smtps://…` */
  readonly url: Redacted.Redacted
  /** whom mails are from */
  readonly from: string
}

/** A server that hangs holds up the mails behind it for so long at most. */
const timeoutMs = 10_000

/** A 5yz reply is for ever, a 4yz for now (RFC 5321, section 4.2.1); without a reply there was no server. */
const isFinal = (error: unknown): boolean =>
  Predicate.hasProperty(error, "responseCode") && Predicate.isNumber(error.responseCode) && error.responseCode >= 500

/** Hands mails to a server over SMTP, one connection after the other. Encrypted where the server can (STARTTLS) or must. */
export const layer = ({ from, url }: SmtpOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      // loaded by who sends mail
      const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            url: Redacted.value(url),
            connectionTimeout: timeoutMs,
            greetingTimeout: timeoutMs,
            socketTimeout: timeoutMs,
            // texts are ours: nothing of them is fetched from files or addresses
            disableFileAccess: true,
            disableUrlAccess: true
          })
        ),
        (made) => Effect.sync(() => made.close())
      )
      return Mailer.of({
        isOn: true,
        send: ({ subject, text, to }) =>
          Effect.asVoid(
            Effect.tryPromise({
              try: () => transport.sendMail({ from, to, subject, text, textEncoding: "base64" }),
              catch: (cause) => new MailRefused({ isFinal: isFinal(cause), cause })
            })
          )
      })
    })
  )
