import { Effect, Option, Schema } from "effect"
import { tileWidth } from "../../domain/audit/Tiles.ts"
import { Category, isStreamOf } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"

const Entry = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.String,
    stream: Schema.String,
    version: Schema.Int,
    type: Schema.String,
    time: Schema.String,
    actor: Schema.String,
    data: Schema.String
  })
)
type Entry = typeof Entry.Type
const decode = Schema.decodeUnknownOption(Entry)

const named = ({ stream, type, version }: Entry): string => `${type} of ${stream} version ${version}`

const shown = ["stream", "version", "type", "time", "actor"] as const

/** What was edited. The commitment is to all of the event, so it tells of what is not shown only where nothing else differs. */
const changedIn = (kept: Entry, found: Entry): string => {
  const changed = shown.filter((field) => kept[field] !== found[field])
  return changed.length === 0 ? "data, or command" : changed.join(", ")
}

const bundleWidth = (index: number, size: number): number => Math.min(tileWidth, size - index * tileWidth)

/** The entry of a leaf, as the folder has it; none where it cannot be read. */
export const entryAt = (folder: TreeFolder, leaf: number, size: number): Option.Option<Entry> => {
  const index = Math.floor(leaf / tileWidth)
  return decode(folder.entries(index, bundleWidth(index, size))[leaf % tileWidth])
}

/** Is the event one of those that follow in the tree? */
const isFurtherOn = (folder: TreeFolder, id: string, from: number, size: number): boolean => {
  for (let index = Math.floor(from / tileWidth); index * tileWidth < size; index++) {
    const wanted = `{"id":"${id}"`
    if (folder.entries(index, bundleWidth(index, size)).some((entry) => entry.startsWith(wanted))) return true
  }
  return false
}

/** Is the event still in the log, wherever? */
const isInLog = Effect.fnUntraced(function* ({ stream, version }: Entry) {
  const log = yield* EventLog
  for (const category of Category.literals) {
    if (!isStreamOf(category)(stream)) continue
    // a stream that cannot be read is in the log, and is named by whoever reads it
    const events = yield* log.readStream(category, stream).pipe(Effect.option)
    return Option.match(events, {
      onNone: () => true,
      onSome: (all) => all.some(({ streamVersion }) => streamVersion === version)
    })
  }
  return false
})

/** What was done to the log where its event is not the tree's leaf, in words. */
export const differenceAt = Effect.fnUntraced(function* (
  folder: TreeFolder,
  leaf: number,
  size: number,
  logged: string
) {
  const kept = entryAt(folder, leaf, size)
  const found = decode(logged)
  if (Option.isNone(kept) || Option.isNone(found)) return "the entry that the tree has cannot be read"
  if (kept.value.id === found.value.id) {
    return `edited: ${named(kept.value)} has another ${changedIn(kept.value, found.value)}`
  }
  const isKept = yield* isInLog(kept.value)
  const isKnown = isFurtherOn(folder, found.value.id, leaf, size)
  if (isKept && isKnown) return `reordered: ${named(found.value)} stands where ${named(kept.value)} was`
  if (isKept) return `inserted: ${named(found.value)} was not there when the tree was signed`
  return isKnown
    ? `deleted: ${named(kept.value)} is gone`
    : `replaced: ${named(found.value)} stands where ${named(kept.value)} was, which is gone`
})
