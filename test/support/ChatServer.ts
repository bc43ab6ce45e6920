import { type Answer, json, scriptedEndpoint, staysSilent } from "./ScriptedEndpoint.ts"

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

/** A server that speaks the chat protocol; silent when its script is over. */
export const chatServer = scriptedEndpoint(staysSilent)
