import { assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
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

/** As kafkajs asks for it: by way of the version that it agrees on with a broker. */
const encodedBy = async (version: number, args: ProduceArguments): Promise<unknown> => {
  const { protocol } = require("kafkajs/src/protocol/requests/produce/index.js")
  const { request } = protocol({ version })(args)
  assert.deepInclude(request, { apiKey: 0, apiVersion: version, apiName: "Produce" })
  return call(request.encode)
}
const bytesBy = async (version: number, args: ProduceArguments): Promise<Buffer> => {
  const buffer = field(await encodedBy(version, args), "buffer")
  return Buffer.isBuffer(buffer) ? buffer : assert.fail("kafkajs would copy something else than a buffer")
}

/** Only the newest version is ours, and all of them are written the same. */
const [ours, theirs] = [7, 6]
const Encoder: unknown = require("kafkajs/src/protocol/encoder")
const isTheirs = (encoded: unknown): boolean => Predicate.isFunction(Encoder) && encoded instanceof Encoder

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

const toMessages = (messages: typeof Messages.Type): ReadonlyArray<Message> =>
  messages.map(({ headers, key, value }) => ({
    key,
    value,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]])
    )
  }))

describe("kafkajs' produce request", () => {
  beforeAll(() => {
    vi.spyOn(Date, "now").mockReturnValue(1_795_269_600_123)
    patchProduceRequest()
    patchProduceRequest()
    return () => vi.restoreAllMocks()
  })

  it("is that of 2.2.4, the version that was measured: another needs the fault tests anew", () =>
    assert.strictEqual(decodeVersion(require("kafkajs/package.json")).version, "2.2.4"))

  it.effect.prop("is written at once, in the same bytes", [Messages, Messages], ([first, second]) =>
    Effect.promise(async () => {
      const args = produce([toMessages(first), toMessages(second)])
      assert.isTrue((await bytesBy(ours, args)).equals(await bytesBy(theirs, args)))
    })
  )

  it("is the same for buffers, for no key and no headers, and for a batch of a megabyte", async () => {
    const value = Buffer.alloc(1_000, "ü")
    const headers = { "content-type": "application/cloudevents+json" }
    const events = Array.from({ length: 1_000 }, (_, i) => ({ key: Buffer.from(`product-${i}`), value, headers }))
    const args = produce([[...events, { value: "progress" }], [{ key: "a", value: null, headers: {} }]])
    const bytes = await bytesBy(ours, args)
    assert.isTrue(bytes.equals(await bytesBy(theirs, args)))
    assert.isAbove(bytes.length, 1_000_000)
    assert.isFalse(isTheirs(await encodedBy(ours, args)))
    assert.isTrue(isTheirs(await encodedBy(theirs, args)))
  })

  const plain = produce([[{ key: "a", value: "b".repeat(1_000), headers: {} }]])
  it.each<readonly [string, ProduceArguments]>([
    ["times", produce([[{ key: "a", value: "b", headers: {}, timestamp: "1795269600000" }]])],
    ["compression", { ...plain, compression: 1 }],
    ["idempotence", { ...plain, producerId: 7, producerEpoch: 3 }],
    ["a transaction", { ...plain, transactionalId: "t", producerId: 7, producerEpoch: 3 }]
  ])("is left to kafkajs with %s, which the relay does not use", async (_, args) => {
    assert.isTrue(isTheirs(await encodedBy(ours, args)))
    assert.isTrue((await bytesBy(ours, args)).equals(await bytesBy(theirs, args)))
  })
})
