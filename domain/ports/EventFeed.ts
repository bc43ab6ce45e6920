import { Context, type Stream } from "effect"
import type { Category, Cursor } from "../EventEnvelope.ts"
import type { EventUndecodable, NamingPage } from "./EventLog.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/**
 * Events as they come, without end: first what the log holds after the cursor, then what is appended, in the order of
 * the log, at least once. A page of fewer (`sizeOf`) than `batchSizeMax`, the empty one included, says that the reader has caught up
 * with the log as it is now. What cannot be read is named in its page, and fails the feed where its stream cannot be told.
 */
export class EventFeed extends Context.Service<
  EventFeed,
  {
    readonly from: <C extends Category>(
      category: C,
      after: Cursor,
      batchSizeMax: number
    ) => Stream.Stream<NamingPage<C>, StorageUnavailable | EventUndecodable>
  }
>()("fooddata/domain/ports/EventFeed") {}
