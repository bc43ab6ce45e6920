import { Clock, Effect, Result, Schema } from "effect"
import { TokenBuckets } from "../../api/admission/TokenBuckets.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { OwnerCounts } from "../../api/admission/OwnerCounts.ts"
import { Readiness } from "../../api/admission/Readiness.ts"
import { deadline } from "../../api/operations/Deadline.ts"
import { type SearchAnswer, SearchInput, searchOperation } from "../../api/operations/SearchOperation.ts"
import type { Language } from "../../../domain/language/Language.ts"

/** Searches of visitors that one address may make: as many at once, and as many a second. */
export const searchesPerSecond = 5

/** Searches of visitors that are answered at one time, of one address and of all: keys have the rest of the queue. */
export const runningLimits = { ofOneMax: 2, max: 16 } as const

/** Foods on the page. */
export const resultsMax = 5

export interface VisitorQuestion {
  readonly text: string
  readonly lang: Language
  /** how many of the first foods are passed over */
  readonly offset: number
}

/** What a visitor's search came to. */
export type Found =
  | { readonly _tag: "Answered"; readonly answer: SearchAnswer }
  | { readonly _tag: "Invalid" | "Limited" | "Unavailable" }

const invalid: Found = { _tag: "Invalid" }
const limited: Found = { _tag: "Limited" }
const unavailable: Found = { _tag: "Unavailable" }

const decode = Schema.decodeUnknownResult(SearchInput)

/**
 * Searches of people who have no key: the same operation as over REST, in the queue under the address in place of a key,
 * counted to nobody's quota, and within bounds of their own.
 */
export const visitorSearch = Effect.gen(function* () {
  const search = yield* searchOperation
  const readiness = yield* Readiness
  const clock = yield* Clock.Clock
  const paces = new TokenBuckets(searchesPerSecond)
  const running = new OwnerCounts()

  const answered = (input: typeof SearchInput.Type, visitor: string): Effect.Effect<Found> =>
    search(input, { plan: "developer", keyId: `address ${visitor}` }).pipe(
      deadline,
      Effect.map((answer): Found => ({ _tag: "Answered", answer })),
      Effect.catchTag("StorageUnavailable", (error) => Effect.as(Effect.logWarning(error.message, error), unavailable)),
      Effect.catchTags({
        Busy: () => Effect.succeed(unavailable),
        QuestionGivenUp: () => Effect.succeed(unavailable),
        PlanTooLow: () => Effect.succeed(invalid)
      })
    )

  const withinBounds = (visitor: string, found: Effect.Effect<Found>): Effect.Effect<Found> =>
    Effect.suspend(() => {
      if (running.of(visitor) >= runningLimits.ofOneMax) return Effect.succeed(limited)
      if (running.total >= runningLimits.max) return Effect.succeed(unavailable)
      running.add(visitor)
      return Effect.ensuring(
        found,
        Effect.sync(() => running.remove(visitor))
      )
    })

  return Effect.fnUntraced(function* ({ lang, offset, text }: VisitorQuestion, address: string) {
    const visitor = limitedBy(address)
    const input = decode({ q: text, lang, limit: String(resultsMax), offset: String(offset) })
    if (Result.isFailure(input)) return invalid
    if (!(yield* readiness.state).ready) return unavailable
    if (!paces.take(visitor, clock.currentTimeMillisUnsafe())) return limited
    return yield* withinBounds(visitor, answered(input.success, visitor))
  })
})
