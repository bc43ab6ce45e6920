import { assert, describe, it } from "@effect/vitest"
import type { EventEnvelope } from "../../../domain/EventEnvelope.ts"
import { refusalStream, usageStream } from "../../../domain/EventEnvelope.ts"
import { KeyId } from "../../../domain/key/KeyEvent.ts"
import { LeaseId, type Operation, UsageDay, type UsageEvent } from "../../../domain/usage/UsageEvent.ts"
import { dayStartMs } from "../../../domain/usage/UsageWindow.ts"
import { byDay, countsOf } from "../../../projections/usage-report/UsageReportProjection.ts"

const day = UsageDay.make("2026-11-21")
const keyId = KeyId.make("key_aaaaaaaaaaaa")
const lease = LeaseId.make("lease_1")
const hourMs = 3_600_000

const envelope = (event: UsageEvent): EventEnvelope<"usage"> => ({
  cursor: { tx: 0, position: 1 },
  streamId: usageStream(keyId, day),
  streamVersion: 1,
  recordedAt: 0,
  commandId: "test",
  actor: "system",
  event
})

const recorded = (...calls: ReadonlyArray<readonly [number, Operation]>) =>
  envelope({
    _tag: "UsageRecorded",
    lease,
    from: 1,
    to: calls.length,
    entries: calls.map(([hours, operation], i) => ({ n: i + 1, at: dayStartMs(day) + hours * hourMs, operation }))
  })

const admitted = { keyId, day, outcome: "admitted" } as const

describe("the projection of usage", () => {
  it("adds up the calls of a page by hour and operation", () => {
    const page = [recorded([9.1, "search"], [9.9, "barcode"], [9.99, "search"]), recorded([10, "search"])]
    assert.deepStrictEqual(countsOf(page), [
      { ...admitted, hour: 9, operation: "search", calls: 2 },
      { ...admitted, hour: 9, operation: "barcode", calls: 1 },
      { ...admitted, hour: 10, operation: "search", calls: 1 }
    ])
    assert.deepStrictEqual(byDay(countsOf(page)), [
      { ...admitted, operation: "search", calls: 3 },
      { ...admitted, operation: "barcode", calls: 1 }
    ])
  })

  it("counts a call for the day of its ledger, also where the clock of the node says the day before or after", () => {
    const counts = countsOf([recorded([-0.01, "search"], [24.01, "search"])])
    assert.deepStrictEqual(
      counts.map(({ day: counted, hour }) => [counted, hour]),
      [
        [day, 0],
        [day, 23]
      ]
    )
  })

  it("counts refused calls by the window that refused them, for the key of the stream of whichever node", () => {
    const refused = envelope({
      _tag: "CallsRefused",
      node: "node_000000000001",
      hour: 7,
      refused: [
        { operation: "search", window: "second", calls: 40 },
        { operation: "analyze", window: "day", calls: 2 }
      ]
    })
    assert.deepStrictEqual(countsOf([{ ...refused, streamId: refusalStream(keyId, "node_000000000001", day) }]), [
      { keyId, day, hour: 7, operation: "search", outcome: "refused-second", calls: 40 },
      { keyId, day, hour: 7, operation: "analyze", outcome: "refused-day", calls: 2 }
    ])
  })

  it("reports what was called, not what was leased, given back or written off", () => {
    assert.deepStrictEqual(
      countsOf(
        [
          { _tag: "LeaseGranted", lease, request: "r", node: "n", hour: 3, size: 100 } as const,
          { _tag: "LeaseSettled", lease, used: 7 } as const,
          { _tag: "LeaseBurnt", lease } as const,
          { _tag: "LeaseRequestCancelled", request: "r", node: "n" } as const
        ].map(envelope)
      ),
      []
    )
  })
})
