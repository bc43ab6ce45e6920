import { Effect, Predicate, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { trigramVector } from "./TrigramEmbedder.ts"

/** A request as it came over the wire. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
  readonly texts: ReadonlyArray<string>
}

/** How the server answers one request. */
export type Answer = (response: ServerResponse, received: Received) => void

export interface EmbeddingServer {
  readonly baseUrl: string
  readonly received: Array<Received>
  /** taken from the front, one for each request; when there is none left, `embedding()` */
  readonly script: Array<Answer>
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

const base64 = (vector: Float32Array) => Buffer.from(vector.buffer).toString("base64")

interface EmbeddingOptions {
  /** `float` also when base64 was asked for, as some servers do */
  readonly encoding?: "float"
  readonly dimensions?: number
  readonly order?: "reversed"
  readonly missing?: number
}

/** Vectors of `trigramVector`, at twice their length, because not every endpoint returns unit vectors. */
export const embedding =
  ({ dimensions = 512, encoding, missing = 0, order }: EmbeddingOptions = {}): Answer =>
  (response, { body, texts }) => {
    const data = texts.slice(missing).map((text, i) => {
      const vector = trigramVector(text)
        .slice(0, dimensions)
        .map((component) => component * 2)
      const isBase64 = body["encoding_format"] === "base64" && encoding === undefined
      return { object: "embedding", index: i, embedding: isBase64 ? base64(vector) : [...vector] }
    })
    json(response, 200, {
      object: "list",
      data: order === "reversed" ? data.toReversed() : data,
      model: body["model"],
      usage: { prompt_tokens: 1, total_tokens: 1 }
    })
  }

/** An error in the form of the protocol. */
export const refusal =
  (status: number, message: string, headers: Record<string, string> = {}, param: string | null = null): Answer =>
  (response) =>
    json(response, status, { error: { message, type: "invalid_request_error", param, code: null } }, headers)

export const malformed: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(`{"object":"list","data":[{"embed`)
}

export const notJson: Answer = (response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<html>a login page</html>")
}

export const hangUp: Answer = (response) => {
  response.socket?.destroy()
}

export const silence: Answer = () => undefined

const isBody = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isObject(value)

/** A server that speaks the embeddings protocol, on a free port; closed with the scope. */
export const embeddingServer: Effect.Effect<EmbeddingServer, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<EmbeddingServer & { readonly close: () => void }>((resume) => {
    const received: Array<Received> = []
    const script: Array<Answer> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"))
        const body = isBody(parsed) ? parsed : {}
        const input: unknown = body["input"]
        const texts = Array.isArray(input) ? input.map(String) : [String(input)]
        const one = { path: request.url ?? "", headers: request.headers, body, texts }
        received.push(one)
        const answer = script.shift() ?? embedding()
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
