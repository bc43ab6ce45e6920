import { Effect } from "effect"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { Embedder, type EmbeddingUnavailable } from "../../../projections/ports/Embedder.ts"
import { changesSoFar, type SqliteDatabase } from "../Sqlite.ts"
import { ensureProductVectors } from "./VectorSchema.ts"
import { markComplete, readDue, writeVectors } from "./VectorWrites.ts"

/** How long nothing must have been written before a catalogue counts as brought in whole. */
const idleInterval = "1 second"
/** How soon changes are noticed. */
const lookInterval = "200 millis"
/** So many rows written by others between two looks mean that an import is under way, which goes first. */
const busyRowsMin = 500
/** How many looks an import may keep everything waiting; then a batch is embedded in between. */
const busyLooksMax = 10

/** What others wrote in the meantime, and whether anything was left to do. */
interface Step {
  readonly embedded: number
  readonly othersWrote: number
}

/** Embeds the next products that are due. The embedding is not this thread's work; reading and writing take some ms. */
const fillStep = Effect.fnUntraced(function* (
  db: SqliteDatabase
): Effect.fn.Return<Step, StorageUnavailable | EmbeddingUnavailable, Embedder> {
  const embedder = yield* Embedder
  const due = yield* db.read("find products without a vector", () => readDue(db, embedder.batchSize))
  if (due.length === 0) return { embedded: 0, othersWrote: 0 }
  const before = changesSoFar(db)
  const listed = due.flatMap(({ facts }) => facts ?? [])
  const vectors = yield* embedder.embedProducts(listed)
  const vectorOf = new Map(listed.map((facts, i) => [facts.id, vectors[i] ?? null]))
  const othersWrote = changesSoFar(db) - before
  yield* db.write("keep the vectors of products", () =>
    writeVectors(
      db,
      due.map((each) => ({ due: each, vector: each.facts === null ? null : (vectorOf.get(each.facts.id) ?? null) }))
    )
  )
  return { embedded: due.length, othersWrote }
})

/** Embeds what is due, all of it unless others write a lot; answers how many products that were. */
export const fillVectors = Effect.fnUntraced(function* (
  db: SqliteDatabase
): Effect.fn.Return<number, StorageUnavailable | EmbeddingUnavailable, Embedder> {
  let embedded = 0
  let step = yield* fillStep(db)
  while (step.embedded > 0) {
    embedded += step.embedded
    if (step.othersWrote >= busyRowsMin) return embedded
    yield* Effect.yieldNow
    step = yield* fillStep(db)
  }
  return embedded
})

/** Waits for the end of an import, but not for ever. */
const untilQuiet = (db: SqliteDatabase): Effect.Effect<void> =>
  Effect.suspend(() => {
    const before = changesSoFar(db)
    return Effect.map(Effect.sleep(lookInterval), () => changesSoFar(db) - before < busyRowsMin)
  }).pipe(Effect.repeat({ until: (quiet) => quiet, times: busyLooksMax - 1 }), Effect.asVoid)

/** Keeps the vectors up with the products for as long as the scope lasts. */
export const keepFilled = (current: () => SqliteDatabase): Effect.Effect<void, never, Embedder> => {
  const complete = Effect.gen(function* () {
    const db = current()
    const before = changesSoFar(db)
    yield* Effect.sleep(idleInterval)
    if (db !== current() || changesSoFar(db) !== before) return false
    yield* db.write("note that every product has its vector", () => markComplete(db))
    return true
  })
  let prepared: SqliteDatabase | null = null
  let completed: SqliteDatabase | null = null
  const look = Effect.gen(function* () {
    const db = current()
    if (prepared !== db) {
      const { model } = yield* Embedder
      yield* db.write("prepare the vectors of products", () => ensureProductVectors(db, model))
      prepared = db
    }
    yield* untilQuiet(db)
    const embedded = yield* fillVectors(db)
    if (embedded === 0 && completed !== db && (yield* complete)) completed = db
  })
  return look.pipe(
    Effect.catchTags({
      EmbeddingUnavailable: (error) =>
        Effect.andThen(
          Effect.logWarning("products wait for their vectors", error),
          Effect.sleep(`${error.retryAfterSeconds} seconds`)
        ),
      // another file may take the place of this one at any time; the next look is at that
      StorageUnavailable: (error) =>
        Effect.andThen(Effect.logWarning("products wait for their vectors", error), Effect.sleep(idleInterval))
    }),
    // a closed file throws: the next look is at the one in its place
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logDebug("filling the vectors was given up", cause), Effect.sleep(idleInterval))
    ),
    Effect.forever
  )
}
