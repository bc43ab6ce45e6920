import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import kafkajs from "kafkajs"
import { partitionOf } from "../../../infra/kafka/Partitioner.ts"

const partitionMetadata = Array.from({ length: 12 }, (_, partitionId) => ({
  partitionErrorCode: 0,
  partitionId,
  leader: 1,
  replicas: [1],
  isr: [1]
}))

describe("the partitioner", () => {
  const theirs = kafkajs.Partitioners.DefaultPartitioner()

  it.prop("puts every key where Kafka's own clients put it", [Schema.NonEmptyString], ([key]) =>
    assert.strictEqual(
      partitionOf(Buffer.from(key), 12),
      theirs({ topic: "t", partitionMetadata, message: { key, value: "" } })
    )
  )

  // from the tests of Kafka's own client
  it("agrees with Java's client", () => {
    const count = 0x7fff_ffff
    assert.strictEqual(partitionOf(Buffer.from("21"), count), (-973932308 & 0x7fff_ffff) % count)
    assert.strictEqual(partitionOf(Buffer.from("foobar"), count), (-790332482 & 0x7fff_ffff) % count)
  })
})
