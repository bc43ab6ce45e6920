import { Result } from "effect"
import type { Category, Cursor, EventEnvelope } from "../../domain/EventEnvelope.ts"
import type { EventUndecodable, NamingPage, UnreadableEvent } from "../../domain/ports/EventLog.ts"

/** How a log reads a row, and tells the stream of one that it cannot read. */
export interface RowReader<C extends Category, Row> {
  readonly toEnvelope: (row: Row) => Result.Result<EventEnvelope<C>, EventUndecodable>
  /** `null`: it cannot be told which stream the event is of */
  readonly name: (row: Row, error: EventUndecodable) => UnreadableEvent | null
}

/** The page of these rows. Fails at the first event that cannot be read and whose stream cannot be told. */
export const namingPage = <C extends Category, Row>(
  rows: ReadonlyArray<Row>,
  cursor: Cursor,
  { name, toEnvelope }: RowReader<C, Row>
): Result.Result<NamingPage<C>, EventUndecodable> => {
  const events: Array<EventEnvelope<C>> = []
  const unreadable: Array<UnreadableEvent> = []
  for (const row of rows) {
    const read = toEnvelope(row)
    if (Result.isSuccess(read)) {
      events.push(read.success)
      continue
    }
    const named = name(row, read.failure)
    if (named === null) return Result.fail(read.failure)
    unreadable.push(named)
  }
  return Result.succeed({ events, unreadable, cursor })
}
