import { Effect, Predicate, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"

/** A request as it came over the wire. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** How the server answers one request. */
export type Answer = (response: ServerResponse, received: Received) => void

export interface ScriptedEndpoint {
  readonly baseUrl: string
  readonly received: Array<Received>
  /** taken from the front, one for each request; when there is none left, the server answers as it was made to */
  readonly script: Array<Answer>
}

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

export const hangsUp: Answer = (response) => {
  response.socket?.destroy()
}

export const staysSilent: Answer = () => undefined

const isBody = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isObject(value)

/** A server that takes JSON, on a free port, and answers by a script; closed with the scope. */
export const scriptedEndpoint = (otherwise: Answer): Effect.Effect<ScriptedEndpoint, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ScriptedEndpoint & { readonly close: () => void }>((resume) => {
      const received: Array<Received> = []
      const script: Array<Answer> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"))
          const body = isBody(parsed) ? parsed : {}
          const one = { path: request.url ?? "", headers: request.headers, body }
          received.push(one)
          const answer = script.shift() ?? otherwise
          answer(response, one)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || Predicate.isString(address) ? 0 : address.port
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ baseUrl: `http://127.0.0.1:${port}/v1`, received, script, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
