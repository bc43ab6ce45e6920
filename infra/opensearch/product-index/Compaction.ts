import { Effect, Schedule, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "../OpenSearch.ts"

const operation = "compact the product index"

const Task = Schema.Struct({ task: Schema.String })
const decodeTask = Schema.decodeUnknownEffect(Task)
const Progress = Schema.Struct({ completed: Schema.Boolean, error: Schema.optionalKey(Schema.Unknown) })
const decodeProgress = Schema.decodeUnknownEffect(Progress)

const poll = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("5 seconds")])

const unreadable = (cause: unknown) => new StorageUnavailable({ operation, cause })

/**
 * Brings each shard of the index into one segment: a search looks every word up once a segment. For an index that is
 * complete, when most of its documents will stay; 30 MB a second or so, asked about and not waited for in one call,
 * because it may take longer than any time limit.
 */
export const compact = Effect.fnUntraced(function* (
  server: OpenSearchServer,
  index: string
): Effect.fn.Return<void, StorageUnavailable> {
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
    .pipe(Effect.flatMap(({ body }) => Effect.mapError(decodeProgress(body), unreadable)))
  const { error } = yield* Effect.repeat(progress, { schedule: poll, until: ({ completed }) => completed })
  if (error !== undefined) return yield* unreadable(error)
})
