import { assert, it } from "@effect/vitest"
import { Effect, Predicate, Queue, Schema } from "effect"
import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith, type RunningService, startService } from "../support/ServiceProcess.ts"

const settings = { WEBHOOKS_ALLOW_LOOPBACK: "true" }
/** 80 % of what the plan developer has a day; a key reaches it within an hour on another plan alone */
const calls = 800
const callsAtOnce = 8

const decode = <S extends Schema.Decoder<unknown>>(schema: S, text: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(text)

const Accounts = Schema.NonEmptyArray(Schema.Struct({ account_id: Schema.String }))
const Made = Schema.Struct({ secret: Schema.String })
const SignedUp = Schema.Struct({ key: Schema.String })
const Warning = Schema.Struct({
  type: Schema.Literal("quota.warning"),
  data: Schema.Struct({ threshold_percent: Schema.Int, requests: Schema.Int, requests_limit: Schema.Int })
})

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const portOf = (server: Server): number => {
  const address = server.address()
  return Predicate.hasProperty(address, "port") && Predicate.isNumber(address.port) ? address.port : 0
}

/** Refuses the first message and takes all others. */
const receiver = Effect.gen(function* () {
  const received = yield* Queue.unbounded<Received>()
  let count = 0
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk))
    request.on("end", () => {
      response.writeHead(count++ === 0 ? 500 : 204).end()
      Queue.offerUnsafe(received, { headers: request.headers, body })
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  return { url: `http://127.0.0.1:${portOf(server)}/hooks`, received }
})

const signUp = ({ url }: RunningService) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/v1/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "warned@example.com", password: "violet-lamp-on-the-roof" })
    })
    return decode(SignedUp, await response.text()).key
  })

const status = async (url: string, key: string): Promise<number> => {
  const response = await fetch(`${url}/v1/search?q=milk`, { headers: { "x-api-key": key } })
  await response.arrayBuffer()
  return response.status
}

/** So many calls that count; those beyond the limit per second are asked again. */
const use = ({ url }: RunningService, key: string) =>
  Effect.promise(async () => {
    let left = calls
    await Promise.all(
      Array.from({ length: callsAtOnce }, async () => {
        while (left > 0) {
          left--
          if ((await status(url, key)) !== 200) left++
        }
      })
    )
  })

it.live(
  "a warning that its receiver refused reaches it from the next process after SIGKILL, signed, and once",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const hooks = yield* receiver
      const first = yield* startService(folder, settings)
      const key = yield* signUp(first)
      const [{ account_id: id }] = decode(Accounts, (yield* fooddata(folder, "account", "list", "--json")).stdout)
      const made = yield* fooddataWith(folder, { settings }, "webhook", "set", id, "--url", hooks.url, "--json")
      const { secret } = decode(Made, made.stdout)
      yield* fooddata(folder, "account", "plan", id, "growth")
      yield* use(first, key)
      yield* fooddata(folder, "account", "plan", id, "developer")

      const refused = yield* Queue.take(hooks.received)
      yield* first.stop("SIGKILL")
      yield* startService(folder, settings)
      const taken = yield* Queue.take(hooks.received)

      const { data } = decode(Warning, taken.body)
      assert.deepStrictEqual(data, { threshold_percent: 80, requests: data.requests, requests_limit: 1_000 })
      assert.isAtLeast(data.requests, calls)
      assert.strictEqual(taken.headers["webhook-id"], refused.headers["webhook-id"])
      assert.strictEqual(taken.body, refused.body)
      const signed = [taken.headers["webhook-id"], taken.headers["webhook-timestamp"], taken.body].join(".")
      const bytes = Buffer.from(secret.replace("whsec_", ""), "base64")
      const signature = createHmac("sha256", bytes).update(signed).digest("base64")
      assert.strictEqual(taken.headers["webhook-signature"], `v1,${signature}`)
      assert.strictEqual(yield* Queue.size(hooks.received), 0)
    }).pipe(Effect.scoped),
  300_000
)
