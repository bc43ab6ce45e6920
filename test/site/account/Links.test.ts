import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ApiServer } from "../../../src/roles/ApiServer.ts"
import { type Mailbox, mailer } from "../../support/AccountRig.ts"
import { goodPassword, logIn, signUp } from "../../support/http/AuthCalls.ts"
import { edgeOn } from "../../support/http/EmbeddedEdge.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

const mailbox: Mailbox = { mails: [] }

/** The path of the last link to this page that was sent to the address: mail is sent behind the answer. */
const linkTo = (page: string, email: string) =>
  Effect.callback<string>((resume) => {
    const mail = mailbox.mails.findLast(({ text, to }) => to === email && text.includes(`/${page}?token=`))
    const link = new RegExp(`/${page}\\?token=[0-9A-Za-z]+`).exec(mail?.text ?? "")?.[0] ?? ""
    // after whatever the runtime has to do first
    setImmediate(() => resume(Effect.succeed(link)))
  }).pipe(Effect.repeat({ until: (link) => link !== "" }))

layer(edgeOn(ApiServer, mailer(mailbox)), { excludeTestServices: true })("links in mails", (it) => {
  it.effect("the link of a reset shows a form, which sets the password once", () =>
    Effect.gen(function* () {
      const email = "reset@example.com"
      yield* signUp(email)
      const visitor = new PageVisitor()
      const known = yield* visitor.fill("/en/reset", { email })
      const unknown = yield* visitor.fill("/en/reset", { email: "nobody@example.com" })
      assert.deepStrictEqual([known.status, known.text], [unknown.status, unknown.text])
      const link = yield* linkTo("reset", email)
      const next = "a-second-lamp-in-the-cellar"
      const weak = yield* visitor.fill(link, { password: "short" })
      assert.deepStrictEqual([weak.status, weak.text.includes("too short")], [422, true])
      const done = yield* visitor.fill(link, { password: next })
      assert.deepStrictEqual([done.status, done.headers.location], [303, "/en/login?done=reset"])
      assert.strictEqual((yield* logIn(email, next)).status, 204)
      assert.strictEqual((yield* logIn(email, goodPassword)).status, 401)
      const again = yield* visitor.fill(link, { password: "a-third-lamp-in-the-attic" })
      assert.deepStrictEqual([again.status, again.text.includes("no longer works")], [410, true])
    })
  )

  it.effect("looking at the link of a verification proves nothing; its button does, once", () =>
    Effect.gen(function* () {
      const email = "verify@example.com"
      yield* signUp(email)
      const link = yield* linkTo("verify", email)
      const visitor = new PageVisitor()
      yield* visitor.fill("/en/login", { email, password: goodPassword })
      for (let i = 0; i < 2; i++) assert.strictEqual((yield* visitor.get(link)).status, 200)
      assert.include((yield* visitor.get("/en/dashboard/account")).text, "not verified")
      const done = yield* visitor.fill(link, {})
      assert.deepStrictEqual([done.status, done.headers.location], [303, "/en/login?done=verified"])
      assert.notInclude((yield* visitor.get("/en/dashboard/account")).text, "not verified")
      assert.strictEqual((yield* visitor.fill(link, {})).status, 410)
    })
  )

  it.effect("who is signed in may ask for another link", () =>
    Effect.gen(function* () {
      const email = "again@example.com"
      yield* signUp(email)
      const first = yield* linkTo("verify", email)
      const visitor = new PageVisitor()
      yield* visitor.fill("/en/login", { email, password: goodPassword })
      const asked = yield* visitor.fill("/en/dashboard/account", { do: "mail" })
      assert.strictEqual(asked.headers.location, "/en/dashboard/account?done=mail")
      yield* Effect.repeat(linkTo("verify", email), { until: (link) => link !== first })
    })
  )
})
