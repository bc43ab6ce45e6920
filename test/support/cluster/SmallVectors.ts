import { Effect } from "effect"
import { json, scriptedEndpoint } from "../ScriptedEndpoint.ts"
import { textsOf } from "../EmbeddingServer.ts"
import { trigramVector } from "../TrigramEmbedder.ts"

const dimensions = 16

/** An endpoint whose vectors cost nobody much, as the settings of the processes that are to use it. */
export const smallVectors = Effect.map(
  scriptedEndpoint((response, received) => {
    // the client asks for base64
    const embeddingOf = (text: string) => Buffer.from(trigramVector(text, dimensions).buffer).toString("base64")
    const data = textsOf(received).map((text, index) => ({ object: "embedding", index, embedding: embeddingOf(text) }))
    json(response, 200, { object: "list", data, model: "small", usage: { prompt_tokens: 1, total_tokens: 1 } })
  }),
  ({ baseUrl }) => ({
    EMBEDDING_MODEL: "small",
    EMBEDDING_DIMENSIONS: String(dimensions),
    OPENAI_BASE_URL: baseUrl,
    // meals are not its business
    ANALYSIS_MODEL: "none"
  })
)
