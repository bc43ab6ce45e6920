import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Option, Redacted, Result } from "effect"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import { Mailer } from "../../../domain/ports/Mailer.ts"
import * as SmtpMailer from "../../../infra/mail/SmtpMailer.ts"

interface Taken {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

/** A server on a free port of this machine, and what it took. */
const server = Effect.fnUntraced(function* (options: SMTPServerOptions = {}) {
  const taken: Array<Taken> = []
  const made = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? "" : mailFrom.address
        taken.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options
  })
  const port = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<number>((resolve) => {
          const { server: net } = made
          made.listen(0, "127.0.0.1", () => {
            const address: AddressInfo | string | null = net.address()
            resolve(typeof address === "object" && address !== null ? address.port : 0)
          })
        })
    ),
    () => Effect.promise(() => new Promise<void>((resolve) => made.close(() => resolve())))
  )
  return { port, taken }
})

const mail = {
  to: Option.getOrThrow(readEmailAddress("anna@example.com")),
  subject: "Новый пароль 🥛 كلمة",
  text: "https://food.example/reset?token=abc\n\n.\nعربي\n"
}

const send = (url: string) =>
  Effect.flatMap(Mailer, (mailer) => Effect.result(mailer.send(mail))).pipe(
    Effect.provide(
      SmtpMailer.layer({ url: Redacted.make(url), from: "Food <food@example.com>" }) satisfies Layer.Layer<Mailer>
    )
  )

const decoded = (text: string): string => {
  const [, body = ""] = text.split("\r\n\r\n")
  return Buffer.from(body, "base64").toString()
}

describe("SmtpMailer", () => {
  it.live("hands a mail over as it is, letters of every script included", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* server()
      assert.isTrue(Result.isSuccess(yield* send(`smtp://127.0.0.1:${port}`)))
      const [first] = taken
      assert.deepInclude(first, { from: "food@example.com", to: ["anna@example.com"] })
      assert.match(first?.text ?? "", /^From: Food <food@example\.com>\r?$/m)
      assert.include(decoded(first?.text ?? "").replaceAll("\r\n", "\n"), "عربي")
    })
  )

  it.live("signs in where the server asks for it, and a wrong password is final", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* server({
        authOptional: false,
        onAuth: ({ password, username }, _session, done) =>
          username === "food" && password === "pass word" ? done(null, { user: "food" }) : done(new Error("no"))
      })
      assert.isTrue(Result.isSuccess(yield* send(`smtp://food:pass%20word@127.0.0.1:${port}`)))
      const refused = yield* send(`smtp://food:wrong@127.0.0.1:${port}`)
      assert.isTrue(Result.isFailure(refused) && refused.failure.isFinal)
      assert.lengthOf(taken, 1)
    })
  )

  it.live("a server that is busy or not there is tried later, one that refuses the address is not", () =>
    Effect.gen(function* () {
      const refusing = (responseCode: number) =>
        server({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no"), { responseCode })) })
      const [busy, final] = [yield* refusing(450), yield* refusing(550)]
      const later = yield* send(`smtp://127.0.0.1:${busy.port}`)
      assert.isTrue(Result.isFailure(later) && !later.failure.isFinal)
      const never = yield* send(`smtp://127.0.0.1:${final.port}`)
      assert.isTrue(Result.isFailure(never) && never.failure.isFinal)
      const gone = yield* send("smtp://127.0.0.1:1")
      assert.isTrue(Result.isFailure(gone) && !gone.failure.isFinal)
    })
  )
})
