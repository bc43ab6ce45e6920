import { Clock, Context, Effect, Latch, Layer } from "effect"
import type { KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import {
  FailedAuthentications,
  type FailureCount,
  type FailureKind
} from "../../../domain/ports/FailedAuthentications.ts"

const hourMs = 3_600_000
const flushInterval = "10 seconds"

/** Within an hour so many are counted apart by a process; of what comes from further addresses only how much there was. */
const apartMax = 10_000

/** An authentication that failed. */
export interface Failure {
  readonly kind: FailureKind
  /** of the key; none where it has not the form of one */
  readonly prefix?: KeyPrefix
  /** what a limit of callers counts by, see `limitedBy` */
  readonly from: string
  /** whose session or key it was; none where that is not known, or must not be told */
  readonly account?: string | null
}

/**
 * Counts failed authentications in memory, and adds them to the store ten seconds after the first, and at the end: an attacker costs a
 * counter, not a write. A process that is killed loses those of its last ten seconds.
 */
export class FailureCounts extends Context.Service<
  FailureCounts,
  {
    readonly note: (failure: Failure) => void
  }
>()("fooddata/src/commands/audit/FailureCounts") {
  static readonly layer = Layer.effect(
    FailureCounts,
    Effect.gen(function* () {
      const store = yield* FailedAuthentications
      const clock = yield* Clock.Clock
      const counters = new Counters()

      // closed while there is nothing to store: who is not attacked has no timer
      const waiting = Latch.makeUnsafe(false)

      const flush = Effect.suspend(() => {
        const counts = counters.taken()
        if (counts.length === 0) return Effect.void
        return Effect.catch(store.add(counts), (error) =>
          Effect.andThen(
            Effect.sync(() => {
              counters.putBack(counts)
              waiting.openUnsafe()
            }),
            Effect.logWarning("could not store counts of failed authentications, they are kept", error)
          )
        )
      })

      yield* Effect.addFinalizer(() => flush)
      const next = Effect.andThen(waiting.await, Effect.sleep(flushInterval)).pipe(
        Effect.andThen(waiting.close),
        Effect.andThen(flush)
      )
      yield* Effect.forkScoped(Effect.forever(next))
      return FailureCounts.of({
        note: ({ account = null, from, kind, prefix = "" }) => {
          const hour = Math.floor(clock.currentTimeMillisUnsafe() / hourMs) * hourMs
          counters.add({ hour, kind, prefix, address: from, account: account ?? "", count: 1 })
          waiting.openUnsafe()
        }
      })
    })
  )
}

class Counters {
  #pending = new Map<string, FailureCount>()
  #hour = 0
  /** names that were counted apart within the hour, stored or not */
  #apart = new Set<string>()

  add(one: FailureCount): void {
    const name = this.#isApart(one) ? one : { ...one, prefix: "", address: "", account: "" }
    const key = nameOf(name)
    const known = this.#pending.get(key)
    this.#pending.set(key, known === undefined ? name : { ...known, count: known.count + name.count })
  }

  taken(): ReadonlyArray<FailureCount> {
    const counts = [...this.#pending.values()]
    this.#pending = new Map()
    return counts
  }

  putBack(counts: ReadonlyArray<FailureCount>): void {
    for (const count of counts) this.add(count)
  }

  #isApart(one: FailureCount): boolean {
    if (one.hour > this.#hour) {
      this.#hour = one.hour
      this.#apart = new Set()
    }
    const key = nameOf(one)
    if (this.#apart.has(key)) return true
    if (this.#apart.size >= apartMax) return false
    this.#apart.add(key)
    return true
  }
}

const nameOf = ({ account, address, hour, kind, prefix }: FailureCount): string =>
  `${hour} ${kind} ${prefix} ${address} ${account}`
