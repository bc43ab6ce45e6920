import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { request as plainRequest } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { readCertificate, renewCertificate } from "../../src/http/server/Certificate.ts"
import { createHardenedServer } from "../../src/http/server/NodeServer.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { ask } from "../support/http/AskByTls.ts"
import { listening } from "../support/http/Listening.ts"
import { selfSigned } from "../support/SelfSigned.ts"

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

  it.effect(
    "a key that everybody may read is not taken up: the old certificate stays, and the log says what to do",
    () => {
      const logged: Array<string> = []
      const capture = Logger.make(({ message }) => void logged.push(String(message)))
      return Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const files = selfSigned(folder)
        const both = [files.certificate, files.key]
        touchedAt(both, 1_000)
        const { server, url } = yield* answering(files)
        const first = yield* ask(url, files.certificate)
        const old = join(folder, "old.pem")
        copyFileSync(files.certificate, old)
        yield* Effect.forkScoped(renewCertificate(server, files))

        selfSigned(folder)
        chmodSync(files.key, 0o644)
        touchedAt(both, 2_000)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* ask(url, old)).serial, first.serial)
        const warnings = logged.filter((line) => line.includes("cannot be used"))
        assert.lengthOf(warnings, 1)
        assert.include(warnings[0], `chmod o-rwx ${files.key}`)

        // as a mounted secret is: for its owner and the group
        chmodSync(files.key, 0o440)
        yield* TestClock.adjust("10 seconds")
        assert.notStrictEqual((yield* ask(url, files.certificate)).serial, first.serial)
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([capture])))
    }
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

  it.effect("files that do not belong together, or whose key everybody may use, are no certificate", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const files = selfSigned(folder)
      const other = selfSigned(mkdtempSync(join(folder, "other-")))
      assert.throws(() => readCertificate({ ...files, key: other.key }), `${other.key} is not the key of`)
      for (const mode of [0o604, 0o602, 0o601]) {
        chmodSync(files.key, mode)
        assert.throws(
          () => readCertificate(files),
          `chmod o-rwx ${files.key}, or mount the secret with defaultMode 0440`
        )
      }
      chmodSync(files.key, 0o440)
      assert.include(readCertificate(files).key, "PRIVATE KEY")
    }).pipe(Effect.scoped)
  )
})
