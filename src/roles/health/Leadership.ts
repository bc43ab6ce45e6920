import { Context, Effect, Layer, Metric } from "effect"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"

const leading = Metric.gauge("leading", { description: "1: this process holds the lock and does the work; by lock." })

/** What this process leads now. */
export class Leadership extends Context.Service<Leadership, { readonly leads: (name: string) => boolean }>()(
  "fooddata/src/roles/health/Leadership"
) {}

/** The same locks, and a note of which of them are held here. */
export const layer: Layer.Layer<LeaderLock | Leadership, never, LeaderLock> = Layer.effectContext(
  Effect.gen(function* () {
    const lock = yield* LeaderLock
    const held = new Set<string>()
    const note = (name: string, isHeld: boolean) =>
      Effect.andThen(
        Effect.sync(() => (isHeld ? held.add(name) : held.delete(name))),
        Metric.update(Metric.withAttributes(leading, { lock: name }), isHeld ? 1 : 0)
      )
    return Context.make(Leadership, { leads: (name) => held.has(name) }).pipe(
      Context.add(
        LeaderLock,
        LeaderLock.of({
          whileLeader: (name, work) =>
            lock.whileLeader(
              name,
              Effect.acquireUseRelease(
                note(name, true),
                () => work,
                () => note(name, false)
              )
            )
        })
      )
    )
  })
)

/** For people: does this process do the work, or wait to take it over? Either is well. */
export const leadershipCheck = (name: string) =>
  Effect.map(Leadership, ({ leads }) => ({ ok: true, detail: leads(name) ? "leading" : "standby" }))
