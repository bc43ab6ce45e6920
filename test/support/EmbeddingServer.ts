import { type Answer, json, type Received, scriptedEndpoint } from "./ScriptedEndpoint.ts"
import { trigramVector } from "./TrigramEmbedder.ts"

/** What a request asks the vectors of. */
export const textsOf = ({ body }: Received): ReadonlyArray<string> => {
  const { input } = body
  return Array.isArray(input) ? input.map(String) : [String(input)]
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
  (response, received) => {
    const { body } = received
    const data = textsOf(received)
      .slice(missing)
      .map((text, i) => {
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

/** A server that speaks the embeddings protocol; it answers with `embedding()` when its script is over. */
export const embeddingServer = scriptedEndpoint(embedding())
