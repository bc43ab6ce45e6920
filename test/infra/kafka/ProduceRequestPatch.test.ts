import { assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { Predicate, Schema } from "effect"
import type { Message } from "kafkajs"
import { createRequire } from "node:module"
import { patchProduceRequest, type ProduceArguments } from "../../../infra/kafka/ProduceRequestPatch.ts"

const require = createRequire(import.meta.url)
const decodeVersion = Schema.decodeUnknownSync(Schema.Struct({ version: Schema.String }))

const call = (what: unknown, ...args: ReadonlyArray<unknown>): unknown => {
  assert.isTrue(Predicate.isFunction(what))
  return Predicate.isFunction(what) ? Reflect.apply(what, undefined, args) : undefined
}
const field = (of: unknown, name: string): unknown => (Predicate.hasProperty(of, name) ? of[name] : undefined)

/** The bytes as kafkajs asks for them: by way of the version that it agrees on with a broker. */
const encoded = async (version: number, args: ProduceArguments): Promise<Buffer> => {
  const { protocol } = require("kafkajs/src/protocol/requests/produce/index.js")
  const { request } = protocol({ version })(args)
  assert.deepInclude(request, { apiKey: 0, apiVersion: version, apiName: "Produce" })
  const buffer = field(await call(request.encode), "buffer")
  return Buffer.isBuffer(buffer) ? buffer : assert.fail("kafkajs would copy something else than a buffer")
}

const Text = Schema.String.check(Schema.isMaxLength(200))
const Bytes = Schema.Union([Text, Schema.Null])
const Messages = Schema.Array(
  Schema.Struct({ key: Bytes, value: Bytes, headers: Schema.Record(Text, Schema.Union([Text, Schema.Array(Text)])) })
).check(Schema.isMinLength(1), Schema.isMaxLength(200))

const produce = (partitions: ReadonlyArray<ReadonlyArray<Message>>): ProduceArguments => ({
  acks: -1,
  timeout: 10_000,
  topicData: [
    { topic: "food.product-events", partitions: partitions.map((messages, partition) => ({ partition, messages })) }
  ]
})

/** kafkajs sends no array of nothing, and counts it as a header all the same. */
const withoutEmptyArrays = (headers: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]))

describe("kafkajs' produce request", () => {
  beforeAll(() => {
    vi.spyOn(Date, "now").mockReturnValue(1_795_269_600_123)
    patchProduceRequest()
    patchProduceRequest()
    return () => vi.restoreAllMocks()
  })

  it("is that of 2.2.4, the version that was measured: another needs the fault tests anew", () =>
    assert.strictEqual(decodeVersion(require("kafkajs/package.json")).version, "2.2.4"))

  it.prop(
    "is written at once, in the same bytes",
    [Messages, Messages],
    async ([first, second]) => {
      const of = (messages: typeof Messages.Type): ReadonlyArray<Message> =>
        messages.map(({ headers, key, value }) => ({ key, value, headers: withoutEmptyArrays(headers) }))
      const args = produce([of(first), of(second)])
      const [own, theirs] = [await encoded(7, args), await encoded(6, args)]
      assert.isTrue(own.equals(theirs))
    }
  )

  it("is the same for buffers, for no key and no headers, and for a batch of a megabyte", async () => {
    const value = Buffer.alloc(1_000, "ü")
    const headers = { "content-type": "application/cloudevents+json" }
    const events = Array.from({ length: 1_000 }, (_, i) => ({ key: Buffer.from(`product-${i}`), value, headers }))
    const args = produce([[...events, { value: "progress" }], [{ key: "a", value: null, headers: {} }]])
    const own = await encoded(7, args)
    assert.isTrue(own.equals(await encoded(6, args)))
    assert.isAbove(own.length, 1_000_000)
  })

  it("is left to kafkajs when it has what the relay does not use", async () => {
    const args = produce([[{ key: "a", value: "b", headers: {}, timestamp: "1795269600000" }]])
    assert.isTrue((await encoded(7, args)).equals(await encoded(6, args)))
    const gzip = { ...produce([[{ key: "a", value: "b".repeat(1_000), headers: {} }]]), compression: 1 }
    assert.isTrue((await encoded(7, gzip)).equals(await encoded(6, gzip)))
    const idempotent = { ...produce([[{ key: "a", value: "b", headers: {} }]]), producerId: 7, producerEpoch: 3 }
    assert.isTrue((await encoded(7, idempotent)).equals(await encoded(6, idempotent)))
  })
})
