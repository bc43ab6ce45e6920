import { Context, Effect, Layer, Option, Schedule } from "effect"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { LiveIndex, type ProductIndexOptions } from "../../../infra/opensearch/LiveIndex.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import type { RebuildPlan } from "../../../infra/opensearch/RebuildIndex.ts"
import { type ProductChange, ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { put } from "../ProductChanges.ts"
import { changeLog, fold, take } from "./ChangeLog.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"

const products = 500
const pageSize = 200

/** Stands first in the log and is never changed, so each read has to find it. */
const anchor = ProductId.make("c_anchor")
const anchorQuery = { text: "anchorfood", language: "en", region: null, source: null, limit: 1, offset: 0 } as const

/** A log that is written to, and the projection that follows it as a process of the cluster does. */
export const liveTier = Effect.fnUntraced(function* (options: ProductIndexOptions, seed: number) {
  const built = yield* Layer.build(OpenSearchProductIndex.layer(options))
  const index = Context.get(built, ProductIndex)
  const live = Context.get(built, LiveIndex)
  const next = changeLog(seed, products)
  const log: Array<ProductChange> = [put({ id: anchor, names: { en: ["Anchorfood"] } })]
  // as checkpoints keep it: the place in the log of each index, by its identity
  const places = new Map<string, number>()
  const placeOf = (identity: string) => places.get(identity) ?? 0
  // only forward, and only to what was applied: just after a swap the rebuild and the projection move one place
  const advance = (identity: string, to: number) => void places.set(identity, Math.max(placeOf(identity), to))

  const project = Effect.gen(function* () {
    if (yield* live.isPending) yield* live.adopt
    const { identity } = yield* live.current
    const place = placeOf(identity)
    const page = log.slice(place, place + pageSize)
    // to apply nothing is to refresh, which many times a second is most of what the server would do
    if (page.length === 0) return yield* Effect.sleep("20 millis")
    yield* index.apply(page)
    advance(identity, place + page.length)
  })
  yield* project.pipe(Effect.forever, Effect.retry(Schedule.spaced("50 millis")), Effect.forkScoped)

  const holdsAllUpTo = (end: number) =>
    Effect.gen(function* () {
      // asked first: the place of an index that is just being left says nothing of the one that is live
      if (yield* live.isPending) return false
      const { identity } = yield* live.current
      return placeOf(identity) >= end
    }).pipe(Effect.catch(() => Effect.succeed(false)))

  return {
    index,
    live,
    log,
    places,
    placeOf,
    advance,
    write: (count: number) => Effect.sync(() => void log.push(...take(next, count))),
    /** returns when the live index holds all of the log as it is now */
    caughtUp: Effect.suspend(() => holdsAllUpTo(log.length)).pipe(
      Effect.repeat({ until: (there) => there, schedule: Schedule.spaced("20 millis") }),
      Effect.asVoid
    )
  }
})
export type LiveTier = Effect.Success<ReturnType<typeof liveTier>>

/** Searches and looks up until the scope ends; a failure or an empty answer is bad. */
export const readForEver = Effect.fnUntraced(function* ({ index }: LiveTier) {
  const bad: Array<string> = []
  const reads = { good: 0, bad }
  const read = Effect.gen(function* () {
    const { total } = yield* searchByWords(index, anchorQuery)
    const found = yield* index.findById(anchor)
    if (total !== 1 || Option.isNone(found)) bad.push(`total ${total}, by id ${found._tag}`)
    else reads.good++
  }).pipe(Effect.catch((error) => Effect.sync(() => void bad.push(`${error.message}: ${String(error.cause)}`))))
  yield* read.pipe(Effect.andThen(Effect.sleep("20 millis")), Effect.forever, Effect.forkScoped)
  return reads
})

/** A rebuild from the tier's log, as from the event log: an index of a new identity begins at the beginning. */
export const planOf = (tier: LiveTier, samplesMax = 20): RebuildPlan<never, never> => ({
  load: Effect.fnUntraced(function* (identity, apply) {
    while (tier.placeOf(identity) < tier.log.length) {
      const place = tier.placeOf(identity)
      const page = tier.log.slice(place, place + pageSize)
      yield* Effect.orDie(apply(page))
      tier.advance(identity, place + page.length)
    }
  }),
  expected: Effect.fnUntraced(function* (identity) {
    const { digest, documents, withdrawn } = yield* Effect.orDie(fold(tier.log.slice(0, tier.placeOf(identity))))
    return {
      digest,
      samples: [
        ...documents.slice(0, samplesMax).map((document): ProductChange => ({ _tag: "Put", document })),
        ...withdrawn.slice(0, samplesMax).map((id): ProductChange => ({ _tag: "Withdraw", id, version: 0 }))
      ]
    }
  }),
  onCompact: () => Effect.void,
  keep: 1
})
