import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { cursorText } from "../../domain/CursorText.ts"
import type { ParkedStream } from "../../projections/ParkedStreams.ts"
import { listParked, retryAllParked } from "../roles/ParkedViews.ts"
import { json, table } from "./Output.ts"

const shown = ({ cursor, reason, since, streamId, version }: ParkedStream) => ({
  stream: streamId,
  version,
  cursor: cursorText(cursor),
  since: new Date(since).toISOString(),
  reason
})

/** For who has just built a view. */
export const parkedNotice = (count: number): string =>
  `${count === 1 ? "1 stream is" : `${count} streams are`} parked, with an event that cannot be read: fooddata views parked`

export const parked = Command.make(
  "parked",
  { json },
  Effect.fn(function* (flags) {
    const streams = (yield* listParked).map(shown)
    if (flags.json) return yield* Console.log(JSON.stringify(streams))
    if (streams.length === 0) return yield* Console.log("No stream is parked: the product index follows every product.")
    const rows = streams.map(({ cursor, reason, since, stream, version }) => [
      stream,
      `${version}`,
      cursor,
      since,
      reason.replaceAll(/\s+/g, " ")
    ])
    yield* Console.log(table([["STREAM", "FROM VERSION", "LOG AT", "SINCE", "WHY"], ...rows]))
  })
).pipe(
  Command.withDescription("The streams with an event that cannot be read: the live view shows what they were before it")
)

/** Neither which stream nor all of them, or both. */
export class UnparkUnclear extends Schema.TaggedError<UnparkUnclear>()("UnparkUnclear", {}) {
  override get message(): string {
    return "name one stream, as fooddata views parked shows it, or give --all"
  }
}

export class NotParked extends Schema.TaggedError<NotParked>()("NotParked", { stream: Schema.String }) {
  override get message(): string {
    return `${this.stream} is not parked: fooddata views parked shows those that are`
  }
}

/** Some events still cannot be read, so their streams stay where they are. */
export class StillParked extends Schema.TaggedError<StillParked>()("StillParked", { count: Schema.Int }) {
  override get message(): string {
    const streams = this.count === 1 ? "1 stream stays" : `${this.count} streams stay`
    return `${streams} parked: mend the log, or run a program that can read the event; see fooddata log verify`
  }
}

const tell = Effect.fnUntraced(function* (asked: ReadonlyArray<ParkedStream>, asJson: boolean) {
  const now = yield* listParked
  const still = now.filter(({ streamId }) => asked.some((stream) => stream.streamId === streamId))
  const released = asked.filter(({ streamId }) => !still.some((stream) => stream.streamId === streamId))
  if (asJson) {
    yield* Console.log(JSON.stringify({ released: released.map(({ streamId }) => streamId), parked: still.map(shown) }))
  } else {
    for (const { streamId } of released) yield* Console.log(`${streamId} is followed again`)
    for (const { reason, streamId } of still) yield* Console.log(`${streamId} stays parked: ${reason}`)
    if (asked.length === 0) yield* Console.log("No stream is parked.")
  }
  if (still.length > 0) return yield* new StillParked({ count: still.length })
})

export const unpark = Command.make(
  "unpark",
  {
    stream: Argument.String("stream").pipe(
      Argument.withDescription("as fooddata views parked shows it"),
      Argument.optional
    ),
    all: Flag.Boolean("all").pipe(Flag.withDescription("every stream that is parked"), Flag.withDefault(false)),
    json
  },
  Effect.fn(function* (flags) {
    if (Option.isSome(flags.stream) === flags.all) return yield* new UnparkUnclear()
    const before = yield* listParked
    const asked = Option.match(flags.stream, {
      onNone: () => before,
      onSome: (stream) => before.filter(({ streamId }) => streamId === stream)
    })
    if (Option.isSome(flags.stream) && asked.length === 0) return yield* new NotParked({ stream: flags.stream.value })
    // all of them are read again, whichever is asked for: it does no harm
    if (asked.length > 0) yield* retryAllParked
    yield* tell(asked, flags.json)
  })
).pipe(
  Command.withDescription(
    "Read parked streams again from the log, and follow those that can be read; none is ever skipped"
  ),
  Command.withExamples([
    { command: "fooddata views unpark product-off_4008400202020", description: "once its event is mended" },
    { command: "fooddata views unpark --all" }
  ])
)
