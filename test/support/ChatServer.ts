import { Effect, Predicate, type Scope } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"

/** A question as it came over the wire. */
export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** How the server answers one question. */
export type Answer = (response: ServerResponse) => void

export interface ChatServer {
  readonly baseUrl: string
  readonly asked: Array<Asked>
  /** taken from the front, one for each question; when there is none left, silence */
  readonly script: Array<Answer>
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

const completion = (message: object, finishReason: string) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "a-model",
  choices: [{ index: 0, message: { role: "assistant", ...message }, logprobs: null, finish_reason: finishReason }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
})

/** What the model says, as text. */
export const says =
  (content: string, finishReason = "stop"): Answer =>
  (response) =>
    json(response, 200, completion({ content, refusal: null }, finishReason))

export interface SaidItem {
  readonly quote: string
  readonly food: string
  readonly quantity?: number | null
  readonly unit?: string | null
  readonly size?: string | null
  readonly accompanies?: string | null
}

const nothingSaid = { quantity: null, unit: null, size: null, accompanies: null }

/** The items that the model found. */
export const lists = (...items: ReadonlyArray<SaidItem & Record<string, unknown>>): Answer =>
  says(
    JSON.stringify({
      items: items.map((item) => ({ ...nothingSaid, ...item }))
    })
  )

export const refuses: Answer = (response) =>
  json(response, 200, completion({ content: null, refusal: "I cannot help with that." }, "stop"))

/** An error in the form of the protocol. */
export const fails =
  (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    json(response, status, { error: { message, type: "server_error", param: null, code: null } }, headers)

/** A body that ends in its middle. */
export const breaksOff: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(`{"id":"chatcmpl-1","choices":[{"mess`)
}

/** JSON, but no completion. */
export const saysSomethingElse: Answer = (response) => json(response, 200, { status: "ok" })

export const hangsUp: Answer = (response) => {
  response.socket?.destroy()
}

export const staysSilent: Answer = () => undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isObject(value)

/** A server that speaks the chat protocol, on a free port; closed with the scope. */
export const chatServer: Effect.Effect<ChatServer, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<ChatServer & { readonly close: () => void }>((resume) => {
    const asked: Array<Asked> = []
    const script: Array<Answer> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"))
        asked.push({ path: request.url ?? "", headers: request.headers, body: isRecord(parsed) ? parsed : {} })
        const answer = script.shift() ?? staysSilent
        answer(response)
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address === null || Predicate.isString(address) ? 0 : address.port
      const close = () => {
        server.closeAllConnections()
        server.close()
      }
      resume(Effect.succeed({ baseUrl: `http://127.0.0.1:${port}/v1`, asked, script, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)
