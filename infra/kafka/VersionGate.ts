import type { EventEnvelope } from "../../domain/EventEnvelope.ts"

/**
 * Whether an event is the next one of its stream, as far as is remembered: `repeated` has been applied before, before
 * a `gap` something is missing. Of streams never seen, or not for long, every version is `next`.
 */
export type Gate = "next" | "repeated" | "gap"

/** The newest version applied of the streams seen last. */
export class VersionGate {
  readonly #applied = new Map<string, number>()
  readonly #streamCountMax: number

  constructor(streamCountMax = 100_000) {
    this.#streamCountMax = streamCountMax
  }

  appliedVersion(streamId: string): number | undefined {
    return this.#applied.get(streamId)
  }

  of({ streamId, streamVersion }: EventEnvelope): Gate {
    const applied = this.#applied.get(streamId)
    if (applied === undefined || streamVersion === applied + 1) return "next"
    return streamVersion <= applied ? "repeated" : "gap"
  }

  applied({ streamId, streamVersion }: Pick<EventEnvelope, "streamId" | "streamVersion">): void {
    const before = this.#applied.get(streamId) ?? 0
    // put at the end, because the first is forgotten first
    this.#applied.delete(streamId)
    this.#applied.set(streamId, Math.max(before, streamVersion))
    if (this.#applied.size <= this.#streamCountMax) return
    for (const oldest of this.#applied.keys()) {
      this.#applied.delete(oldest)
      return
    }
  }
}
