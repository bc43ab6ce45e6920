import { Effect, Schedule, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "../OpenSearch.ts"

const operation = "compact the product index"

const Task = Schema.Struct({ task: Schema.String })
const decodeTask = Schema.decodeUnknownEffect(Task)
const Progress = Schema.Struct({ completed: Schema.Boolean, error: Schema.optionalKey(Schema.Unknown) })
const decodeProgress = Schema.decodeUnknownEffect(Progress)

const Stats = Schema.Struct({
  _all: Schema.Struct({
    primaries: Schema.Struct({
      segments: Schema.Struct({ count: Schema.Int }),
      store: Schema.Struct({ size_in_bytes: Schema.Int })
    })
  })
})
const decodeStats = Schema.decodeUnknownEffect(Stats)

/** What is there while segments are brought together. */
export interface CompactionState {
  /** in all shards */
  readonly segments: number
  /** on disk, with what is being written */
  readonly bytes: number
}

const poll = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")])

const unreadable = (cause: unknown) => new StorageUnavailable({ operation, cause })

/**
 * Brings each shard of the index into one segment: a search looks every word up once a segment. For an index that is
 * complete, when most of its documents will stay; 30 MB a second or so, asked about and not waited for in one call,
 * because it may take longer than any time limit. `onWait` is told what is there whenever it was asked and not finished.
 */
export const compact = Effect.fnUntraced(function* <E, R>(
  server: OpenSearchServer,
  index: string,
  onWait: (state: CompactionState) => Effect.Effect<void, E, R>
): Effect.fn.Return<void, StorageUnavailable | E, R> {
  const answer = yield* server.request(operation, {
    method: "POST",
    path: `/${index}/_forcemerge`,
    query: { max_num_segments: 1, wait_for_completion: false },
    timeoutMs: upkeepTimeoutMs
  })
  const { task } = yield* decodeTask(answer.body).pipe(Effect.mapError(unreadable))
  const progress = server
    .request(operation, {
      method: "GET",
      path: `/_tasks/${encodeURIComponent(task)}`,
      retries: 1,
      timeoutMs: upkeepTimeoutMs
    })
    .pipe(
      Effect.flatMap(({ body }) => Effect.mapError(decodeProgress(body), unreadable)),
      Effect.tap(({ completed }) => (completed ? Effect.void : Effect.flatMap(stateOf(server, index), onWait)))
    )
  const { error } = yield* Effect.repeat(progress, { schedule: poll, until: ({ completed }) => completed })
  if (error !== undefined) return yield* unreadable(error)
})

const stateOf = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string
): Effect.fn.Return<CompactionState, StorageUnavailable> {
  const answer = yield* server.request(operation, {
    method: "GET",
    path: `/${index}/_stats/segments,store`,
    retries: 1,
    timeoutMs: upkeepTimeoutMs
  })
  const { segments, store } = (yield* decodeStats(answer.body).pipe(Effect.mapError(unreadable)))._all.primaries
  return { segments: segments.count, bytes: store.size_in_bytes }
})
