import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync } from "node:fs"
import { connectionLimits } from "../../src/http/server/NodeServer.ts"
import { openSocket } from "../support/abuse/RawSocket.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { ask } from "../support/http/AskByTls.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { fooddataWith, startService } from "../support/ServiceProcess.ts"

/** What a busy machine may add to a time limit. */
const toleranceMs = 5_000

/** The first bytes of a hello of 508. */
const startOfHello = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"

/** Says something to the port, and takes all that comes back until the other side closes. */
const say = (url: string, bytes: string) =>
  Effect.flatMap(openSocket(Number(new URL(url).port)), ({ closed, write }) => {
    write(bytes)
    return closed
  })

const transportSecurity = "strict-transport-security"

describe("a service with a certificate", () => {
  it.live("speaks TLS, says so to browsers, and closes in time whoever never says hello, or not all of it", () =>
    Effect.gen(function* () {
      const files = selfSigned(yield* temporaryFolder)
      const { stderr, url } = yield* startService(yield* temporaryFolder, {
        TLS_CERT_FILE: files.certificate,
        TLS_KEY_FILE: files.key,
        LOG_LEVEL: "Warn"
      })
      assert.match(url, /^https:/)
      const answer = yield* ask(`${url}/v1/me`, files.certificate)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.headers[transportSecurity], "max-age=31536000")

      const closedAfterMs = Effect.fnUntraced(function* (bytes: string) {
        const began = performance.now()
        assert.strictEqual(yield* say(url, bytes), "")
        return performance.now() - began
      })
      const meanwhile = Effect.forEach(Array.from({ length: 20 }), () => ask(`${url}/healthz`, files.certificate))
      const [answers, ...times] = yield* Effect.all(
        [meanwhile, ...["", "", startOfHello, startOfHello].map(closedAfterMs)],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      for (const ms of times) {
        assert.isAtLeast(ms, connectionLimits.handshakeTimeoutMs - 100)
        assert.isAtMost(ms, connectionLimits.handshakeTimeoutMs + toleranceMs)
      }
      assert.strictEqual(stderr(), "")
    }).pipe(Effect.scoped)
  )

  it.live("is not started with one half of the pair, or with a key that everybody may use", () =>
    Effect.gen(function* () {
      const [folder, data] = [yield* temporaryFolder, yield* temporaryFolder]
      const { certificate, key } = selfSigned(folder)
      const alone = yield* fooddataWith(data, { settings: { TLS_CERT_FILE: certificate } }, "serve")
      assert.include(alone.stderr, "TLS_CERT_FILE and TLS_KEY_FILE belong together")
      chmodSync(key, 0o644)
      const settings = { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key }
      const shared = yield* fooddataWith(data, { settings }, "serve")
      assert.strictEqual(shared.code, 1)
      assert.include(
        shared.stderr,
        `TLS_CERT_FILE and TLS_KEY_FILE cannot be used: Error: ${key} can be used by everybody`
      )
    }).pipe(Effect.scoped)
  )
})

describe("a service without a certificate", () => {
  it.live("never says that TLS is to be used: that is for the proxy in front to say", () =>
    Effect.gen(function* () {
      const { url } = yield* startService(yield* temporaryFolder)
      const answers = [yield* ask(`${url}/v1/me`), yield* ask(`${url}/nowhere`), yield* ask(`${url}/docs`)]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [401, 404, 200]
      )
      for (const { headers } of answers) assert.notProperty(headers, transportSecurity)
      const unparsable = yield* say(url, "nothing that is HTTP\r\n\r\n")
      assert.match(unparsable, /^HTTP\/1.1 400 /)
      assert.notInclude(unparsable.toLowerCase(), transportSecurity)
    }).pipe(Effect.scoped)
  )
})
