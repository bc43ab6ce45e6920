import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { createServer } from "node:https"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { selfSigned } from "../SelfSigned.ts"

export interface GuardedProxy {
  /** `https://127.0.0.1:port` */
  readonly url: string
  /** the file with the certificate that vouches for it */
  readonly authority: string
  /** requests that were refused for their authorization */
  readonly refusals: () => number
}

/**
 * A server in front of another that demands TLS and this value of `Authorization`. OpenSearch's own security is a plugin
 * that the assembled server of the tests does not have.
 */
export const guardedProxy = Effect.fnUntraced(function* (target: string, authorization: string) {
  const folder = yield* temporaryFolder
  const { certificate, key } = selfSigned(folder)
  let refusals = 0
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (incoming, outgoing) => {
    if (incoming.headers.authorization !== authorization) {
      refusals++
      outgoing.writeHead(401).end()
      return
    }
    const { authorization: _, ...headers } = incoming.headers
    const asked = request(new URL(incoming.url ?? "/", target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on("error", () => outgoing.destroy())
    incoming.pipe(asked)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const proxy: GuardedProxy = { url: `https://127.0.0.1:${port}`, authority: certificate, refusals: () => refusals }
  return proxy
})
