import { assert, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const email = "very.personal@example.com"
const password = "violet-lamp-on-the-roof"
const from = "203.0.113.77"
const client = "AQuiteUnusualBrowser/7"
// what sign-up calls the first key of an account, in Arabic
const keyName = "المفتاح الأول"
const personal = [email, from, client, keyName]

/** Files of the data directory that hold one of the texts. */
const trailOf = (folder: string, accountId: string) =>
  fooddata(folder, "audit", "events", "--account", accountId, "--format", "ndjson")

/** The database refuses to erase a name, as it would where the process is killed before. */
const refuseErasure = (folder: string, sql: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(join(folder, "events.db"))
    db.exec(sql)
    db.close()
  })

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
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": from,
            "user-agent": client,
            "accept-language": "ar"
          }
        })
      assert.strictEqual((yield* post("/v1/auth/signup", { email, password })).status, 201)
      assert.strictEqual((yield* post("/v1/auth/login", { email, password })).status, 204)
      yield* service.stop("SIGTERM")
      assert.deepStrictEqual(holding(folder, ...personal), ["events.db"])
      yield* fooddata(folder, "audit", "key", "--origin", "food.example/audit")
      yield* fooddata(folder, "audit", "extend", tree)

      const listed = yield* fooddata(folder, "account", "list", "--json")
      const [account] = yield* Schema.decodeEffect(
        Schema.fromJsonString(Schema.Tuple([Schema.Struct({ account_id: Schema.String })]))
      )(listed.stdout.trim())
      assert.include((yield* fooddata(folder, "key", "list")).stdout, keyName)
      assert.include((yield* trailOf(folder, account.account_id)).stdout, `"key_name":"${keyName}"`)
      yield* refuseErasure(
        folder,
        "CREATE TRIGGER cut BEFORE DELETE ON key_names BEGIN SELECT RAISE(ABORT, 'cut off'); END"
      )
      const cutOff = yield* fooddata(folder, "account", "delete", account.account_id, "--as", "maria")
      assert.strictEqual(cutOff.code, 1)
      assert.notInclude((yield* trailOf(folder, account.account_id)).stdout, "PersonalDataErased")
      yield* refuseErasure(folder, "DROP TRIGGER cut")

      // the next start finishes what was cut off
      const restarted = yield* startService(folder, {})
      const trail = yield* trailOf(folder, account.account_id).pipe(
        Effect.repeat({
          until: ({ stdout }) => stdout.includes("PersonalDataErased"),
          schedule: Schedule.spaced("500 millis")
        })
      )
      yield* restarted.stop("SIGTERM")
      assert.deepStrictEqual(holding(folder, ...personal), [])
      for (const said of ['"type":"AccountRegistered"', '"actor":"operator:maria"', '"key_name":null']) {
        assert.include(trail.stdout, said)
      }
      const keys = yield* fooddata(folder, "key", "list", "--json")
      assert.include(keys.stdout, '"name":null')
      const log = yield* fooddata(folder, "log", "verify")
      assert.strictEqual(log.code, 0, log.stdout)
      const verified = yield* fooddata(folder, "audit", "verify", tree)
      assert.strictEqual(verified.code, 0, verified.stdout)
    }).pipe(Effect.scoped),
  120_000
)
