import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync, utimesSync, writeFileSync } from "node:fs"
import { request as plainRequest } from "node:http"
import { request } from "node:https"
import { connect } from "node:net"
import { TLSSocket } from "node:tls"
import { readCertificate, renewCertificate } from "../../src/http/server/Certificate.ts"
import { createHardenedServer } from "../../src/http/server/NodeServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { listening } from "../support/http/Listening.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { fooddataWith, startService } from "../support/ServiceProcess.ts"

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  /** of the certificate that the server showed */
  readonly serial: string
}

/** Asks over a connection of its own, and believes the certificate in the file alone. */
const ask = (url: string, certificate: string) =>
  Effect.callback<Answer, Error>((resume) => {
    request(url, { ca: readFileSync(certificate), agent: false }, (answer) => {
      const { socket } = answer
      const serial = socket instanceof TLSSocket ? socket.getPeerCertificate().serialNumber : ""
      answer
        .resume()
        .once("end", () => resume(Effect.succeed({ status: answer.statusCode, headers: answer.headers, serial })))
    })
      .on("error", (error) => resume(Effect.fail(error)))
      .end()
  })

/** A server with the certificate that answers everything, and where it is. */
const answering = Effect.fnUntraced(function* (files: ReturnType<typeof selfSigned>, onCount?: (open: number) => void) {
  const certificate = readCertificate(files)
  const server = createHardenedServer(0, { certificate, ...(onCount === undefined ? {} : { onCount }) })
  server.on("request", (_, response) => response.end("answered"))
  const port = yield* listening(server)
  return { server, port, url: `https://127.0.0.1:${port}/` }
})

/** The times of files may be no finer than seconds. */
const touchedAt = (paths: ReadonlyArray<string>, seconds: number) => {
  for (const path of paths) utimesSync(path, seconds, seconds)
}

describe("TLS of the service itself", () => {
  it.effect("a certificate that is renewed is shown to the next connection; one that cannot be used never is", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const files = selfSigned(folder)
      const both = [files.certificate, files.key]
      touchedAt(both, 1_000)
      const { server, url } = yield* answering(files)
      yield* Effect.forkScoped(renewCertificate(server, files))
      const first = yield* ask(url, files.certificate)
      const old = readFileSync(files.certificate)

      selfSigned(folder)
      const renewed = readFileSync(files.certificate)
      // half of the pair: the certificate of one key, and another key
      writeFileSync(files.certificate, old)
      touchedAt(both, 2_000)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* ask(url, files.certificate)).serial, first.serial)

      writeFileSync(files.certificate, renewed)
      touchedAt(both, 3_000)
      yield* TestClock.adjust("10 seconds")
      const next = yield* ask(url, files.certificate)
      assert.strictEqual(next.status, 200)
      assert.notStrictEqual(next.serial, first.serial)
    }).pipe(Effect.scoped)
  )

  it.effect("a connection counts from its first byte on, before anything is agreed on; plain HTTP gets no answer", () =>
    Effect.gen(function* () {
      const files = selfSigned(yield* temporaryFolder)
      let open = 0
      const { port } = yield* answering(files, (count) => void (open = count))
      const silent = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof connect>>((resume) => {
          const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket)))
        }),
        (socket) => Effect.sync(() => socket.destroy())
      )
      const refused = yield* Effect.callback<unknown>((resume) => {
        plainRequest({ port, host: "127.0.0.1", agent: false }, (answer) => resume(Effect.succeed(answer.statusCode)))
          .on("error", (error) => resume(Effect.succeed(error)))
          .end()
      })
      assert.instanceOf(refused, Error)
      assert.isAtLeast(open, 1)
      assert.isFalse(silent.destroyed)
    }).pipe(Effect.scoped)
  )

  it.live("a service with a certificate speaks TLS, says so to browsers, and refuses files that cannot be used", () =>
    Effect.gen(function* () {
      const [folder, data] = [yield* temporaryFolder, yield* temporaryFolder]
      const files = selfSigned(folder)
      const settings = { TLS_CERT_FILE: files.certificate, TLS_KEY_FILE: files.key }
      const { url } = yield* startService(data, settings)
      assert.match(url, /^https:/)
      const answer = yield* ask(`${url}/v1/me`, files.certificate)
      assert.strictEqual(answer.status, 401)
      assert.strictEqual(answer.headers["strict-transport-security"], "max-age=31536000")
      const alone = yield* fooddataWith(data, { settings: { TLS_CERT_FILE: files.certificate } }, "config")
      assert.include(alone.stderr, "TLS_CERT_FILE and TLS_KEY_FILE belong together")
      const swapped = { TLS_CERT_FILE: files.key, TLS_KEY_FILE: files.certificate }
      assert.include((yield* fooddataWith(data, { settings: swapped }, "config")).stderr, "cannot be used")
    }).pipe(Effect.scoped)
  )
})
