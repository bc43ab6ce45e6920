import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate, Redacted } from "effect"
import { readFileSync } from "node:fs"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import { WebhookSender } from "../../../domain/ports/WebhookSender.ts"
import { HostResolver, layer } from "../../../infra/webhook/HttpsWebhookSender.ts"
import { webhookHeaders } from "../../../infra/webhook/WebhookSignature.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { selfSigned } from "../../support/SelfSigned.ts"

const secret = Redacted.make(`whsec_${Buffer.alloc(32, 7).toString("base64")}`)
const message = { id: "msg_1", timestamp: 1_795_305_122, body: '{"a":"ü"}' }

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly path: string | undefined
}

type Answer = (response: ServerResponse) => void

/** A receiver on this machine, whose certificate is that of `hooks.example`, and what it received. */
const receiver = Effect.fnUntraced(function* (answer: Answer) {
  const files = selfSigned(yield* temporaryFolder, "DNS:hooks.example")
  const [cert, key] = [readFileSync(files.certificate, "utf8"), readFileSync(files.key, "utf8")]
  const received: Array<Received> = []
  let connections = 0
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk: string) => void (body += chunk))
    request.on("end", () => {
      received.push({ headers: request.headers, body, path: request.url })
      answer(response)
    })
  }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer({ cert, key }, handle)
      made.on("connection", () => void connections++)
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        made.closeAllConnections()
        made.close()
      })
  )
  const address = server.address()
  const port = Predicate.hasProperty(address, "port") && Predicate.isNumber(address.port) ? address.port : 0
  return { ca: cert, received, port, connections: () => connections }
})

const says =
  (status: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** Sends to a host that the resolver knows by these addresses; how often it was asked. */
const sendTo = Effect.fnUntraced(function* (
  url: string,
  given: { readonly addresses: ReadonlyArray<string>; readonly ca?: string; readonly allowLoopback?: boolean }
) {
  let asked = 0
  const resolve = (host: string) => {
    asked++
    assert.strictEqual(host, "hooks.example")
    return Promise.resolve(given.addresses)
  }
  const { addresses: _, allowLoopback = true, ...options } = given
  const outcome = yield* WebhookSender.use(({ send }) => send({ url, secret, ...message })).pipe(
    Effect.provide(layer({ allowLoopback, ...options })),
    Effect.provideService(HostResolver, resolve)
  )
  return { outcome, asked }
})

describe("a webhook", () => {
  it.live("is sent to the address that its host had when it was asked for, once, under the host's own name", () =>
    Effect.gen(function* () {
      const { ca, port, received } = yield* receiver(says(204))
      const url = `https://hooks.example:${port}/in?x=1`
      assert.deepStrictEqual(yield* sendTo(url, { ca, addresses: ["127.0.0.1"] }), {
        outcome: { status: 204 },
        asked: 1
      })
      assert.lengthOf(received, 1)
      const [{ body, headers, path } = { body: "", headers: {}, path: "" }] = received
      assert.strictEqual(body, '{"a":"ü"}')
      assert.strictEqual(path, "/in?x=1")
      assert.strictEqual(headers.host, `hooks.example:${port}`)
      for (const [name, value] of Object.entries(webhookHeaders(secret, message))) {
        assert.strictEqual(headers[name], value)
      }
    }).pipe(Effect.scoped)
  )

  it.live("never reaches a host that has an address inside, not even as one of several", () =>
    Effect.gen(function* () {
      const { ca, connections, port } = yield* receiver(says(200))
      for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]]) {
        const url = `https://hooks.example:${port}/`
        const { outcome } = yield* sendTo(url, { ca, addresses, allowLoopback: false })
        assert.deepStrictEqual(outcome, { problem: "inside" })
      }
      for (const host of ["127.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:7f00:1]", "10.0.0.1"]) {
        const { asked, outcome } = yield* sendTo(`https://${host}:${port}/`, {
          ca,
          addresses: [],
          allowLoopback: false
        })
        assert.deepStrictEqual({ asked, outcome }, { asked: 0, outcome: { problem: "notPublic" } }, host)
      }
      assert.strictEqual(connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("follows no redirect", () =>
    Effect.gen(function* () {
      const inside = yield* receiver(says(200))
      const { ca, port } = yield* receiver(says(302, { location: `https://127.0.0.1:${inside.port}/` }))
      const { outcome } = yield* sendTo(`https://hooks.example:${port}/`, { ca, addresses: ["127.0.0.1"] })
      assert.deepStrictEqual(outcome, { status: 302 })
      assert.strictEqual(inside.connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("is not given to who has no certificate of the host", () =>
    Effect.gen(function* () {
      const { ca, port, received } = yield* receiver(says(200))
      const other = yield* receiver(says(200))
      const url = `https://hooks.example:${port}/`
      const failed = { problem: "failed" } as const
      assert.deepStrictEqual((yield* sendTo(url, { ca: other.ca, addresses: ["127.0.0.1"] })).outcome, failed)
      assert.deepStrictEqual((yield* sendTo(`https://127.0.0.1:${port}/`, { ca, addresses: [] })).outcome, failed)
      assert.lengthOf(received, 0)
    }).pipe(Effect.scoped)
  )

  it.live("waits 5 s for an answer, however it is withheld", () =>
    Effect.gen(function* () {
      const silent = yield* receiver(() => undefined)
      const slow = yield* receiver((response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write("x"), 100)
        response.on("close", () => clearInterval(timer))
      })
      const began = performance.now()
      const outcomes = yield* Effect.forEach(
        [silent, slow],
        ({ ca, port }) =>
          Effect.map(
            sendTo(`https://hooks.example:${port}/`, { ca, addresses: ["127.0.0.1"] }),
            (sent) => sent.outcome
          ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes, [{ problem: "late" }, { problem: "late" }])
      assert.isBelow(performance.now() - began, 8_000)
    }).pipe(Effect.scoped)
  )

  it.live("reads 4 KB of an answer, not more", () =>
    Effect.gen(function* () {
      let isCut = false
      const { ca, port } = yield* receiver((response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
        }
        response.on("drain", more).on("close", () => void (isCut = true))
        more()
      })
      const { outcome } = yield* sendTo(`https://hooks.example:${port}/`, { ca, addresses: ["127.0.0.1"] })
      assert.deepStrictEqual(outcome, { status: 200 })
      yield* Effect.sleep("10 millis").pipe(Effect.repeat({ until: () => isCut }), Effect.timeout("4 seconds"))
    }).pipe(Effect.scoped)
  )

  it.effect("has an address that is https, without a user, and short", () =>
    Effect.gen(function* () {
      const { refusalOf } = yield* WebhookSender
      for (const [url, reason] of [
        ["http://example.org/", "notHttps"],
        ["ftp://example.org/", "notHttps"],
        ["https://user:secret@example.org/", "credentials"],
        ["no url", "noUrl"],
        [`https://example.org/${"x".repeat(2_100)}`, "long"],
        ["https://192.168.1.1/", "notPublic"],
        ["https://localhost/", "notPublic"],
        ["https://LOCALHOST./", "notPublic"],
        ["https://a.localhost:8443/", "notPublic"],
        ["https://printer.local/", "notPublic"],
        ["https://db.internal/", "notPublic"],
        ["https://intranet/", "notPublic"]
      ] as const) {
        assert.strictEqual(yield* refusalOf(url), reason, url)
      }
      assert.isNull(yield* refusalOf("https://1.1.1.1:8443/hooks?a=b"))
    }).pipe(Effect.provide(layer({ allowLoopback: false })))
  )

  it.effect("is refused for a name that leads inside; one that leads nowhere yet may be set", () =>
    Effect.gen(function* () {
      const refusalWith = (answer: () => Promise<ReadonlyArray<string>>) =>
        WebhookSender.use(({ refusalOf }) => refusalOf("https://hooks.example/")).pipe(
          Effect.provide(layer({ allowLoopback: false })),
          Effect.provideService(HostResolver, answer)
        )
      assert.strictEqual(yield* refusalWith(async () => ["1.1.1.1", "10.0.0.1"]), "inside")
      assert.isNull(yield* refusalWith(async () => ["1.1.1.1"]))
      assert.isNull(yield* refusalWith(() => Promise.reject(new Error("ENOTFOUND"))))
    })
  )
})
