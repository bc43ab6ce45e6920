import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const decode = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))

const Accounts = Schema.Array(Schema.Struct({ account_id: Schema.String }))

const signUp = (url: string) =>
  Effect.promise(() =>
    fetch(`${url}/v1/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "hooked@example.com", password: "violet-lamp-on-the-roof" })
    })
  )

it.live(
  "a webhook of an account is set for public addresses alone, its secret is shown once, and it can be removed",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { url } = yield* startService(folder)
      assert.strictEqual((yield* signUp(url)).status, 201)
      const [account] = decode(Accounts)((yield* fooddata(folder, "account", "list", "--json")).stdout)
      const id = account?.account_id ?? ""
      const set = (address: string, of = id) => fooddata(folder, "webhook", "set", of, "--url", address, "--json")
      for (const [address, reason] of [
        ["http://example.org/", "https://"],
        ["https://10.0.0.1/", "not public"]
      ] as const) {
        const refused = yield* set(address)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, reason)
      }
      const nobody = yield* set("https://example.org/hooks", "acc_000000000000")
      assert.include(nobody.stderr, "there is no account acc_000000000000")
      const made = yield* set("https://example.org/hooks")
      const { secret } = decode(Schema.Struct({ secret: Schema.String }))(made.stdout)
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const shown = yield* fooddata(folder, "webhook", "show", id)
      assert.strictEqual(shown.stdout, "https://example.org/hooks\n")
      const removed = yield* fooddata(folder, "webhook", "remove", id, "--json")
      assert.deepStrictEqual(JSON.parse(removed.stdout), { account_id: id, url: null })
      assert.include((yield* fooddata(folder, "webhook", "show", id)).stderr, "has no webhook")
    }).pipe(Effect.scoped)
)
