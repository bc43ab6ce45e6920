import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const email = "very.personal@example.com"
const password = "violet-lamp-on-the-roof"
const from = "203.0.113.77"
const client = "AQuiteUnusualBrowser/7"

/** Files of the data directory that hold one of the texts. */
const holding = (folder: string, ...texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => texts.some((text) => readFileSync(join(folder, file)).includes(text)))

it.live(
  "what is personal of a deleted account is in no file any more, what it did is still in the trail, and the tree verifies",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const tree = join(folder, "tree")
      const service = yield* startService(folder, { TRUSTED_PROXIES: "127.0.0.1" })
      const post = (path: string, body: object) =>
        send({
          port: Number(new URL(service.url).port),
          path,
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", "x-forwarded-for": from, "user-agent": client }
        })
      assert.strictEqual((yield* post("/v1/auth/signup", { email, password })).status, 201)
      assert.strictEqual((yield* post("/v1/auth/login", { email, password })).status, 204)
      yield* service.stop("SIGTERM")
      assert.deepStrictEqual(holding(folder, email, from, client), ["events.db"])
      yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")
      yield* fooddata(folder, "audit", "extend", tree)

      const listed = yield* fooddata(folder, "account", "list", "--json")
      const [account] = yield* Schema.decodeEffect(
        Schema.fromJsonString(Schema.Tuple([Schema.Struct({ account_id: Schema.String })]))
      )(listed.stdout.trim())
      const deleted = yield* fooddata(folder, "account", "delete", account.account_id, "--as", "maria")
      assert.strictEqual(deleted.code, 0, deleted.stderr)
      assert.deepStrictEqual(holding(folder, email, from, client), [])

      const trail = yield* fooddata(folder, "audit", "events", "--format", "ndjson")
      assert.include(trail.stdout, '"type":"AccountRegistered"')
      assert.include(trail.stdout, '"type":"OriginsErased"')
      assert.include(trail.stdout, '"actor":"operator:maria"')
      const verified = yield* fooddata(folder, "audit", "verify", tree)
      assert.strictEqual(verified.code, 0, verified.stdout)
    }).pipe(Effect.scoped),
  120_000
)
