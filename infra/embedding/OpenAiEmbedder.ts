import { Effect, Layer, Option, Redacted } from "effect"
import { APIConnectionError, APIError, OpenAI } from "openai"
import { Embedder, EmbeddingUnavailable } from "../../projections/ports/Embedder.ts"
import { describe, descriptionVersion } from "../../projections/product-vectors/DescribeProduct.ts"
import { toUnit } from "../../projections/product-vectors/StoredVector.ts"
import { retryAfterMs } from "../model-endpoint/RetryAfter.ts"

/** An endpoint that speaks the embeddings protocol of OpenAI: `POST <baseUrl>/embeddings`. */
export interface EmbeddingEndpoint {
  readonly baseUrl: string
  /** a server of one's own may need none */
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
  /** of its vectors; asked for, where the endpoint lets one ask */
  readonly dimensions: number
}

/** How long the endpoint has, and how often it is tried again. Somebody waits for the vector of a query. */
export interface EndpointPatience {
  readonly queryTimeoutMs: number
  readonly queryRetries: number
  readonly productsTimeoutMs: number
  /** with the pauses that the endpoint asks for by `Retry-After`, or growing ones up to 8 s */
  readonly productsRetries: number
}

const defaultPatience: EndpointPatience = {
  queryTimeoutMs: 4_000,
  queryRetries: 1,
  productsTimeoutMs: 60_000,
  productsRetries: 3
}

/** Texts of one request: with 1,500 characters each far below what endpoints take. */
const textsPerRequest = 128

/** The answer is no vectors of ours: too few, of another size, or no numbers. */
class AnswerUnusable extends Error {}

interface Item {
  readonly index: number
  readonly embedding: ArrayLike<number>
}

/** The vectors in the order of the texts, whatever the order of the answer. */
const vectorsOf = (items: ReadonlyArray<Item>, count: number, dimensions: number): ReadonlyArray<Float32Array> => {
  const vectors = new Map(items.map(({ embedding, index }) => [index, Float32Array.from(embedding)]))
  return Array.from({ length: count }, (_, i) => {
    const vector = vectors.get(i)
    if (vector === undefined) throw new AnswerUnusable(`no vector for text ${i + 1} of ${count}`)
    if (vector.length !== dimensions) {
      throw new AnswerUnusable(`a vector has ${vector.length} dimensions, EMBEDDING_DIMENSIONS says ${dimensions}`)
    }
    if (!vector.every(Number.isFinite)) throw new AnswerUnusable("a vector holds something else than numbers")
    return toUnit(vector)
  })
}

/** Models of one size refuse to be asked for a size, even for theirs. */
const refusesDimensions = (error: unknown): boolean =>
  error instanceof APIError && error.status === 400 && /dimension/i.test(`${error.param} ${error.message}`)

const isTransient = (error: unknown): boolean =>
  error instanceof APIConnectionError || (error instanceof APIError && Number(error.status) >= 500)

export const layer = (
  { apiKey, baseUrl, dimensions, model }: EmbeddingEndpoint,
  patience: EndpointPatience = defaultPatience
): Layer.Layer<Embedder> =>
  Layer.sync(Embedder, () => {
    const key = Option.match(apiKey, { onNone: () => "none", onSome: Redacted.value })
    // what is not said here the client would take from the environment
    const client = new OpenAI({ baseURL: baseUrl, apiKey: key, organization: null, project: null, logLevel: "off" })
    let asksForDimensions = true

    const request = async (texts: ReadonlyArray<string>, signal: AbortSignal, timeout: number, maxRetries: number) => {
      const ask = (more: { readonly dimensions?: number }) =>
        client.embeddings.create({ model, input: [...texts], ...more }, { signal, timeout, maxRetries })
      const answer = asksForDimensions
        ? await ask({ dimensions }).catch((error: unknown) => {
            if (!refusesDimensions(error)) throw error
            asksForDimensions = false
            return ask({})
          })
        : await ask({})
      return vectorsOf(answer.data, texts.length, dimensions)
    }

    const attempt = (texts: ReadonlyArray<string>, timeoutMs: number, retries: number) =>
      Effect.tryPromise({ try: (signal) => request(texts, signal, timeoutMs, retries), catch: (error) => error })

    return Embedder.of({
      model: { id: `${model} at ${baseUrl}, ${descriptionVersion}`, dimensions },
      batchSize: textsPerRequest,
      embedProducts: Effect.fn("Embedder.embedProducts")(function* (products) {
        const chunks = chunksOf(products, textsPerRequest)
        const vectors = yield* Effect.forEach(chunks, (chunk) =>
          attempt(chunk.map(describe), patience.productsTimeoutMs, patience.productsRetries)
        ).pipe(Effect.mapError((error) => unavailable("embed products", error, key)))
        return vectors.flat()
      }),
      embedQuery: Effect.fn("Embedder.embedQuery")(function* (text) {
        // a pause that the endpoint asks for is longer than anybody waits: the caller is told of it instead
        const vectors = yield* attempt([text], patience.queryTimeoutMs, 0).pipe(
          Effect.retry({ times: patience.queryRetries, while: isTransient }),
          Effect.mapError((error) => unavailable("embed a query", error, key))
        )
        return vectors[0] ?? new Float32Array(dimensions)
      })
    })
  })

const chunksOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

const causeLengthMax = 300
/** How soon to try again where the endpoint does not say. */
const unsaidWaitMs = 5_000

/** In few words, because the client's errors carry whole answers; some endpoints repeat the key in theirs. */
const unavailable = (operation: string, error: unknown, key: string): EmbeddingUnavailable => {
  const message = error instanceof Error ? error.message : String(error)
  const waitMs = retryAfterMs(error instanceof APIError ? error.headers : undefined, Date.now()) ?? unsaidWaitMs
  return new EmbeddingUnavailable({
    operation,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    cause: new Error(message.replaceAll(key, "***").slice(0, causeLengthMax))
  })
}
