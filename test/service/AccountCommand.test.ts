import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const Shown = Schema.Array(
  Schema.Struct({
    account_id: Schema.String,
    email: Schema.String,
    plan: Schema.String,
    is_active: Schema.Boolean,
    keys: Schema.optionalKey(Schema.Array(Schema.Struct({ key_id: Schema.String, is_active: Schema.Boolean })))
  })
)
const Links = Schema.Array(Schema.Struct({ account_id: Schema.String, link: Schema.String }))
const SignedUp = Schema.Struct({ key: Schema.String })

const decode = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))

const email = "anna@example.com"
const password = "violet-lamp-on-the-roof"

const post = (url: string, path: string, body: object) =>
  Effect.promise(() =>
    fetch(`${url}/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  )

describe("fooddata account, beside a running service", () => {
  it.live("shows who signed up, changes plans, and what it ends is over at the next request", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { url } = yield* startService(folder)
      const account = (...words: ReadonlyArray<string>) => fooddata(folder, "account", ...words)
      const { key } = decode(SignedUp)(
        yield* Effect.promise(async () =>
          (
            await fetch(`${url}/v1/auth/signup`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ email, password })
            })
          ).text()
        )
      )
      const plan = Effect.promise(async () => {
        const response = await fetch(`${url}/v1/me`, { headers: { "x-api-key": key } })
        return response.headers.get("x-plan") ?? response.status
      })
      assert.strictEqual(yield* plan, "developer")

      const [listed] = decode(Shown)((yield* account("list", "--json")).stdout)
      assert.deepInclude(listed, { email, plan: "developer", is_active: true })
      const id = listed?.account_id ?? ""
      assert.include((yield* account("list")).stdout, email)
      assert.match((yield* account("show", email)).stdout, /key_\w+ active First key/)

      assert.strictEqual((yield* account("plan", id, "growth")).code, 0)
      assert.strictEqual(yield* plan, "growth")

      const [reset] = decode(Links)((yield* account("reset-link", "Anna@Example.com", "--json")).stdout)
      assert.match(reset?.link ?? "", /^http:\/\/127\.0\.0\.1:\d+\/reset\?token=[0-9A-Za-z]{43}$/)
      assert.strictEqual(reset?.account_id, id)

      assert.strictEqual((yield* account("deactivate", id, "--reason", "a test")).code, 0)
      assert.strictEqual(yield* plan, 401)
      assert.strictEqual((yield* post(url, "login", { email, password })).status, 401)
      assert.strictEqual((yield* account("activate", id)).code, 0)
      assert.strictEqual((yield* post(url, "login", { email, password })).status, 204)

      assert.strictEqual((yield* account("delete", id)).code, 0)
      assert.strictEqual((yield* post(url, "login", { email, password })).status, 401)
      assert.deepInclude(yield* account("show", email), { code: 1, stdout: "" })
      assert.include((yield* account("show", id)).stderr, `there is no account ${id}`)
      assert.strictEqual((yield* fooddata(folder, "log", "verify")).code, 0)
      const { stdout } = yield* fooddata(folder, "events", "export")
      assert.include(stdout, "AccountDeleted")
      assert.notInclude(stdout, "example.com")
    })
  )

  it.live("an account that does not exist is an error with exit code 1, a wrong word one with 2", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const unknown = yield* fooddata(folder, "account", "plan", "acc_000000000000", "growth")
      assert.deepInclude(unknown, { code: 1, stdout: "" })
      assert.include(unknown.stderr, "unknown")
      assert.strictEqual((yield* fooddata(folder, "account", "reset-link", "nobody@example.com")).code, 1)
      assert.strictEqual((yield* fooddata(folder, "account", "plan", "acc_000000000000", "platinum")).code, 2)
      assert.strictEqual((yield* fooddata(folder, "account", "list", "--json")).stdout, "[]\n")
    })
  )
})
