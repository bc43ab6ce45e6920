import { Effect } from "effect"
import { type Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http"
import { connect } from "node:net"

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** the body as it came */
  readonly bytes: Buffer
  readonly text: string
  /** the body as JSON; `undefined` when it is none */
  readonly body: unknown
}

export interface Send {
  readonly port: number
  readonly method?: string
  /** sent as it stands, one byte for each character */
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
  /** whose connections are used again; else each request has one of its own */
  readonly agent?: Agent
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request; unlike `fetch` it changes nothing of path and headers. */
export const send = ({ agent, body, headers, method = "GET", path, port }: Send): Effect.Effect<Reply> =>
  Effect.promise(
    () =>
      new Promise<Reply>((resolve, reject) => {
        const outgoing = request(
          { host: "127.0.0.1", port, method, path, agent: agent ?? false, headers: headers ?? {} },
          (reply) => {
            const chunks: Array<Buffer> = []
            reply.on("data", (chunk: Buffer) => chunks.push(chunk))
            reply.on("end", () => {
              const bytes = Buffer.concat(chunks)
              const text = bytes.toString()
              resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes, text, body: parsed(text) })
            })
            reply.on("error", reject)
          }
        )
        outgoing.on("error", reject)
        outgoing.end(body)
      })
  )

/** Raw bytes in, raw bytes out, until the server closes the connection. */
export const sendRaw = (port: number, bytes: string): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const chunks: Array<Buffer> = []
        const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
        socket.on("data", (chunk: Buffer) => chunks.push(chunk))
        socket.on("close", () => resolve(Buffer.concat(chunks).toString()))
        socket.on("error", reject)
      })
  )
