import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

it.live("a webhook is set for public addresses alone, its secret is shown once, and it can be removed", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const set = (url: string) => fooddata(folder, "webhook", "set", "account_1", "--url", url, "--json")
    for (const [url, reason] of [
      ["http://example.org/", "https://"],
      ["https://10.0.0.1/", "not public"]
    ] as const) {
      const refused = yield* set(url)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, reason)
    }
    const made = yield* set("https://example.org/hooks")
    const { secret } = Schema.decodeUnknownSync(Schema.Struct({ secret: Schema.String }))(parse(made.stdout))
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = yield* fooddata(folder, "webhook", "show", "account_1")
    assert.strictEqual(shown.stdout, "https://example.org/hooks\n")
    assert.strictEqual((yield* fooddata(folder, "webhook", "remove", "account_1")).code, 0)
    assert.include((yield* fooddata(folder, "webhook", "show", "account_1")).stderr, "has no webhook")
  }).pipe(Effect.scoped)
)
