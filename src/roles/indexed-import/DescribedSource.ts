import { Effect, Stream } from "effect"
import type { SourceKind } from "../../../infra/sources/OpenSource.ts"
import type { SourceReader } from "../../../infra/sources/SourceRow.ts"
import { SourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import { startThread, type Thread, type ThreadFailed } from "../../../infra/threads/Thread.ts"
import { type DescribedRow, isSourceAnswer, type SourceAnswer, type SourceQuestion } from "./SourceAnswers.ts"

/** Answers that are on their way: the thread reads the next rows while some are written. */
const answersAhead = 4
/** Answers whose rows come together: as many as one append takes. */
const answersPerBatch = 4

/**
 * Opens a source in a thread of its own, which also describes each product for the index, as new ones. The rows come as
 * from `openSource`, what can be read of a broken file first. The thread ends with the scope.
 */
export const openDescribed = Effect.fn("openDescribed")(function* (kind: SourceKind, path: string) {
  const thread = yield* startThread("import-source", new URL("SourceThread.ts", import.meta.url), {
    workerData: { kind, path }
  })
  const opened = yield* ask(thread, path, "open")
  if (opened._tag === "Unreadable") return yield* new SourceUnreadable(opened.error)
  let read = 0
  const rows = Stream.forever(Stream.succeed("next" as const)).pipe(
    Stream.mapEffect((question) => ask(thread, path, question), { concurrency: answersAhead }),
    Stream.takeUntil(({ _tag }) => _tag !== "Rows"),
    Stream.grouped(answersPerBatch),
    Stream.flatMap((answers) => {
      for (const answer of answers) if (answer._tag === "Rows") read = answer.bytesRead
      return batchOf(answers)
    })
  )
  const reader: SourceReader<DescribedRow> = {
    byteCount: opened._tag === "Opened" ? opened.byteCount : null,
    bytesRead: () => read,
    rows: Stream.toAsyncIterable(rows)
  }
  return reader
})

/** The rows of some answers, and then the error that ended the reading. */
const batchOf = (
  answers: ReadonlyArray<SourceAnswer>
): Stream.Stream<ReadonlyArray<DescribedRow>, SourceUnreadable> => {
  const rows = answers.flatMap((answer) => (answer._tag === "Rows" ? answer.rows : []))
  const last = answers.at(-1)
  return Stream.concat(
    rows.length === 0 ? Stream.empty : Stream.succeed(rows),
    last?._tag === "Unreadable" ? Stream.fail(new SourceUnreadable(last.error)) : Stream.empty
  )
}

const ask = (thread: Thread, path: string, question: SourceQuestion): Effect.Effect<SourceAnswer, SourceUnreadable> =>
  thread.ask(question).pipe(
    Effect.mapError((failure) => threadUnreadable(path, failure)),
    Effect.flatMap((answer) =>
      isSourceAnswer(answer)
        ? Effect.succeed(answer)
        : Effect.die(new TypeError("the thread that reads a source answered something else"))
    )
  )

const threadUnreadable = (source: string, { cause, message }: ThreadFailed): SourceUnreadable =>
  new SourceUnreadable({
    source,
    reason: "not_readable",
    detail: `${message}: ${cause instanceof Error ? cause.message : String(cause)}`
  })
