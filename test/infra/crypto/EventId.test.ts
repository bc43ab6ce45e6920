import { assert, describe, it } from "@effect/vitest"
import { eventId } from "../../../infra/crypto/EventId.ts"

describe("EventId", () => {
  it("is the UUID version 5 of stream and version in our namespace", () =>
    // computed with Python: uuid.uuid5(UUID("6f0d6f2c-8a5b-4c1e-9b7d-3a2f5e8c1d40"), "product-c_milk/1")
    assert.strictEqual(eventId("product-c_milk", 1), "615d4cf9-7741-5a06-b4f5-7415b5bc6d29"))

  it("differs by stream and by version", () => {
    const ids = [eventId("product-c_milk", 1), eventId("product-c_milk", 2), eventId("product-c_mil", 1)]
    assert.lengthOf(new Set(ids), 3)
  })
})
