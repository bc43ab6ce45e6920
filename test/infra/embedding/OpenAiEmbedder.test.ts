import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import * as OpenAiEmbedder from "../../../infra/embedding/OpenAiEmbedder.ts"
import { Embedder } from "../../../projections/ports/Embedder.ts"
import { describe as describeProduct } from "../../../projections/product-vectors/DescribeProduct.ts"
import { suite } from "../../contracts/EmbedderContract.ts"
import * as Server from "../../support/EmbeddingServer.ts"
import { hangsUp, staysSilent } from "../../support/ScriptedEndpoint.ts"
import { facts } from "../../support/Facts.ts"
import { trigramVector } from "../../support/TrigramEmbedder.ts"

const patience = { queryTimeoutMs: 300, queryRetries: 1, productsTimeoutMs: 300, productsRetries: 2 }
const apiKey = "sk-not-a-real-key"

const layerAt = (baseUrl: string) =>
  OpenAiEmbedder.layer(
    { baseUrl, apiKey: Option.some(Redacted.make(apiKey)), model: "a-model", dimensions: 512 },
    patience
  )

suite("OpenAI-compatible", Layer.unwrap(Effect.map(Server.embeddingServer, ({ baseUrl }) => layerAt(baseUrl))))

const open = Effect.gen(function* () {
  const server = yield* Server.embeddingServer
  const embedder = Context.get(yield* Layer.build(layerAt(server.baseUrl)), Embedder)
  return { embedder, server }
})

const milk = facts({ names: { en: ["Milk"] } })
const bread = facts({ names: { en: ["Bread"] } })
const vectorOf = (product: typeof milk) => trigramVector(describeProduct(product))

const assertNear = (actual: Float32Array | undefined, expected: Float32Array) => {
  assert.strictEqual(actual?.length, expected.length)
  actual?.forEach((component, i) => assert.approximately(component, expected[i] ?? 0, 1e-6))
}

describe("OpenAiEmbedder", () => {
  it.live("asks for the model, the size and base64 with the key, and says which texts", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      yield* embedder.embedQuery("milk")
      const [request] = server.received
      assert.strictEqual(request?.path, "/v1/embeddings")
      assert.strictEqual(request?.headers.authorization, `Bearer ${apiKey}`)
      assert.deepStrictEqual(request?.body, {
        model: "a-model",
        input: ["milk"],
        dimensions: 512,
        encoding_format: "base64"
      })
    })
  )

  for (const [kind, answer] of [
    ["base64", Server.embedding()],
    ["numbers, though base64 was asked for", Server.embedding({ encoding: "float" })],
    ["items in another order", Server.embedding({ order: "reversed" })]
  ] as const) {
    it.live(`reads vectors that come as ${kind}, and makes them unit vectors`, () =>
      Effect.gen(function* () {
        const { embedder, server } = yield* open
        server.script.push(answer)
        const vectors = yield* embedder.embedProducts([milk, bread])
        assertNear(vectors[0], vectorOf(milk))
        assertNear(vectors[1], vectorOf(bread))
      })
    )
  }

  it.live("embeds more products than go into one request, in their order", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      const products = Array.from({ length: 300 }, (_, i) => facts({ names: { en: [`food ${i}`] } }))
      const vectors = yield* embedder.embedProducts(products)
      assert.deepStrictEqual(
        server.received.map((request) => Server.textsOf(request).length),
        [128, 128, 44]
      )
      for (const i of [0, 127, 128, 299]) assertNear(vectors[i], vectorOf(facts({ names: { en: [`food ${i}`] } })))
    })
  )

  it.live("a model that refuses to be asked for a size is asked without, from then on", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      server.script.push(Server.refusal(400, "This model does not support specifying dimensions.", {}, "dimensions"))
      assertNear(yield* embedder.embedQuery("milk"), trigramVector("milk"))
      yield* embedder.embedQuery("bread")
      assert.deepStrictEqual(
        server.received.map(({ body }) => body["dimensions"]),
        [512, undefined, undefined]
      )
    })
  )

  it.live("a query is tried again once after an answer of 500 and after a lost connection", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      for (const answer of [Server.refusal(500, "no"), hangsUp]) {
        server.script.push(answer)
        assertNear(yield* embedder.embedQuery("milk"), trigramVector("milk"))
      }
      assert.strictEqual(server.received.length, 4)
    })
  )

  it.live("products wait as long as a 429 says, and are then embedded", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      server.script.push(Server.refusal(429, "slow down", { "retry-after": "0.2" }))
      const startedAt = performance.now()
      assertNear((yield* embedder.embedProducts([milk]))[0], vectorOf(milk))
      assert.isAtLeast(performance.now() - startedAt, 190)
      assert.strictEqual(server.received.length, 2)
    })
  )

  for (const [kind, answers, requests, retryAfterSeconds] of [
    ["a 429 on a query, with its Retry-After", [Server.refusal(429, "slow down", { "retry-after": "17" })], 1, 17],
    ["a key that is refused", [Server.refusal(401, "Incorrect API key provided")], 1, 5],
    ["a request that is refused", [Server.refusal(400, "no such model")], 1, 5],
    ["answers of 500 on end", Array.from({ length: 9 }, () => Server.refusal(500, "no")), 2, 5],
    ["malformed JSON", [Server.malformed], 1, 5],
    ["something that is no JSON", [Server.notJson], 1, 5],
    ["no answer in time", [staysSilent, staysSilent], 2, 5],
    ["vectors of another size", [Server.embedding({ dimensions: 100 })], 1, 5],
    ["no vector for a text", [Server.embedding({ missing: 1 })], 1, 5]
  ] as const) {
    it.live(`fails with EmbeddingUnavailable on ${kind}`, () =>
      Effect.gen(function* () {
        const { embedder, server } = yield* open
        server.script.push(...answers)
        const error = yield* Effect.flip(embedder.embedQuery("milk"))
        assert.strictEqual(error._tag, "EmbeddingUnavailable")
        assert.strictEqual(error.retryAfterSeconds, retryAfterSeconds)
        assert.strictEqual(server.received.length, requests)
      })
    )
  }

  it.live("products fail after the bounded number of tries", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      server.script.push(...Array.from({ length: 9 }, () => Server.refusal(503, "no", { "retry-after-ms": "5" })))
      yield* Effect.flip(embedder.embedProducts([milk]))
      assert.strictEqual(server.received.length, 1 + patience.productsRetries)
    })
  )

  it.live("no error repeats the key", () =>
    Effect.gen(function* () {
      const { embedder, server } = yield* open
      server.script.push(Server.refusal(401, `Incorrect API key provided: ${apiKey}`))
      const error = yield* Effect.flip(embedder.embedQuery("milk"))
      assert.notInclude(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`, apiKey)
      assert.include(String(error.cause), "Incorrect API key")
    })
  )

  it.live("an endpoint that is not there fails, and does not hang", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Effect.scoped(Server.embeddingServer)
      const embedder = Context.get(yield* Layer.build(layerAt(baseUrl)), Embedder)
      assert.strictEqual((yield* Effect.flip(embedder.embedQuery("milk")))._tag, "EmbeddingUnavailable")
    })
  )

  it.live("its model is another one when the endpoint, the name or the size is another", () =>
    Effect.gen(function* () {
      const at = (baseUrl: string, model: string) =>
        Layer.build(OpenAiEmbedder.layer({ baseUrl, apiKey: Option.none(), model, dimensions: 512 })).pipe(
          Effect.map((context) => Context.get(context, Embedder).model.id)
        )
      const ids = [yield* at("http://a/v1", "m"), yield* at("http://b/v1", "m"), yield* at("http://a/v1", "n")]
      assert.strictEqual(new Set(ids).size, 3)
    })
  )
})
