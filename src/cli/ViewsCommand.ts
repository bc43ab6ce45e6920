import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { IndexListing } from "../../infra/opensearch/IndexAdmin.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import * as ClusterStores from "../roles/ClusterStores.ts"
import * as ClusterViews from "../roles/ClusterViews.ts"
import { rebuildClusterViews } from "../roles/cluster-views/RebuildIndex.ts"
import type { EventSource } from "../roles/cluster-views/LoadIndex.ts"
import * as EmbeddedStores from "../roles/EmbeddedStores.ts"
import { rebuildViews } from "../roles/RebuildViews.ts"
import { listViewsAt } from "../roles/views-at/ClusterViewsAt.ts"
import { dropViewHere, listViewsHere } from "../roles/views-at/EmbeddedViewsAt.ts"
import { liveView } from "../roles/views-at/ViewNames.ts"
import { cursorText } from "../../domain/CursorText.ts"
import { asOfFlags, diff, rebuildAsOf } from "./ViewsAt.ts"
import { json, table } from "./Output.ts"
import { parked, parkedNotice, unpark } from "./ParkedStreams.ts"
import { makeProgress, makeWait } from "./Progress.ts"

/** What is asked of the embedded tier is only to be had in a cluster. */
export class OneViewsFile extends Schema.TaggedError<OneViewsFile>()("OneViewsFile", { asked: Schema.String }) {
  override get message(): string {
    return `${this.asked} is for a cluster: the read models of this data directory are one file, views.db, which fooddata views rebuild makes anew`
  }
}

const keepMax = 16
/** What `--rollback` without a name stands for. */
const theOneBefore = "previous"

/** Flags that do not go together. */
export class RebuildUnclear extends Schema.TaggedError<RebuildUnclear>()("RebuildUnclear", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

const rebuildFlags = {
  ...asOfFlags,
  from: Flag.Literals("from", ["log", "kafka"]).pipe(
    Flag.withDescription("where the events are read: the log, or Kafka, which spares the database"),
    Flag.optional
  ),
  keep: Flag.Int("keep").pipe(
    Flag.filter(
      (builds) => builds >= 0 && builds <= keepMax,
      () => `0 to ${keepMax}`
    ),
    Flag.withDescription(`of a cluster: how many builds stay for a rollback, 0 to ${keepMax}; default 1`),
    Flag.optional
  ),
  rollback: Flag.String("rollback").pipe(
    Flag.withOptionalValue(theOneBefore),
    Flag.withDescription("of a cluster: build nothing, go back to the build before, or to the one named"),
    Flag.optional
  ),
  json
}

const rebuild = Command.make(
  "rebuild",
  rebuildFlags,
  Effect.fn(function* (flags) {
    const { cluster } = yield* Settings
    if (Option.isSome(flags.asOf)) {
      if (Option.isSome(flags.from) || Option.isSome(flags.keep) || Option.isSome(flags.rollback)) {
        return yield* new RebuildUnclear({
          reason: "--as-of reads the log into a view of its own: it goes with --name and --json"
        })
      }
      return yield* rebuildAsOf(cluster, { time: flags.asOf.value, name: flags.name, asJson: flags.json })
    }
    if (Option.isSome(flags.name)) return yield* new RebuildUnclear({ reason: "--name is for a view --as-of a time" })
    if (Option.isNone(cluster)) {
      if (Option.isSome(flags.from)) return yield* new OneViewsFile({ asked: "--from" })
      if (Option.isSome(flags.keep)) return yield* new OneViewsFile({ asked: "--keep" })
      if (Option.isSome(flags.rollback)) return yield* new OneViewsFile({ asked: "--rollback" })
      return yield* rebuildFile(flags.json).pipe(Effect.provideService(SqliteMemory, boundedMemory))
    }
    if (Option.isSome(flags.rollback)) return yield* rollBack(cluster.value, flags.rollback.value, flags.json)
    const source = Option.getOrElse(flags.from, () => "log" as const)
    const keep = Option.getOrElse(flags.keep, () => 1)
    yield* rebuildIndex(cluster.value, { source, keep, asJson: flags.json })
  })
).pipe(
  Command.withDescription("Build the read models anew from the log, beside the live ones, and swap them in"),
  Command.withExamples([
    { command: "fooddata views rebuild --from kafka --keep 2", description: "of a cluster; two builds stay" },
    { command: "fooddata views rebuild --as-of 2026-11-26 --name yesterday", description: "beside the live view" },
    { command: "fooddata views rebuild --rollback", description: "back to the build before" },
    { command: "fooddata views rebuild --rollback=products_v3", description: "back to that one" }
  ])
)

const rebuildFile = Effect.fnUntraced(function* (asJson: boolean) {
  const progress = yield* makeProgress("rebuild")
  const built = yield* rebuildViews(progress.advance)
  yield* progress.finish
  yield* Console.log(asJson ? JSON.stringify(built) : summary(built))
  if (built.parked > 0) yield* Console.error(parkedNotice(built.parked))
}, Effect.provide(EmbeddedStores.stores))

interface IndexRebuild {
  readonly source: EventSource
  readonly keep: number
  readonly asJson: boolean
}

const rebuildIndex = Effect.fnUntraced(function* (cluster: ClusterSettings, { asJson, keep, source }: IndexRebuild) {
  const loading = yield* makeProgress("rebuild")
  const compacting = yield* Effect.cached(makeWait("compact"))
  const checking = yield* Effect.cached(makeProgress("check"))
  const built = yield* rebuildClusterViews(cluster, {
    source,
    keep,
    onLoad: loading.advance,
    onCompact: ({ bytes, segments }) =>
      Effect.flatMap(compacting, ({ show }) => show(`${segments} segments left, ${megabytes(bytes)}`)),
    onCheck: (step) => Effect.flatMap(checking, ({ advance }) => advance(step))
  }).pipe(Effect.provide(ClusterStores.stores(cluster)))
  yield* loading.finish
  const { fromKafka, index, ...counts } = built
  if (asJson) return yield* Console.log(JSON.stringify({ index, ...counts, events_from_kafka: fromKafka }))
  yield* Console.log(`${index} is live: ${summary(counts)}`)
})

const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 })} MB`

interface Built {
  readonly products: number
  readonly withdrawn: number
  readonly events: number
  readonly checksum: string
}

const summary = ({ checksum, events, products, withdrawn }: Built): string =>
  `${products} products, ${withdrawn} withdrawn, from ${events} events; checksum ${checksum}`

const rollBack = Effect.fnUntraced(function* (cluster: ClusterSettings, name: string, asJson: boolean) {
  const to = name === theOneBefore ? Option.none<string>() : Option.some(name)
  const index = yield* ClusterViews.rollback(cluster, to)
  if (asJson) return yield* Console.log(JSON.stringify({ index }))
  yield* Console.log(`${index} is live; what it missed meanwhile is projected into it now`)
})

const yes = (flag: boolean) => (flag ? "yes" : "no")

const listFiles = Effect.fnUntraced(function* (asJson: boolean) {
  const views = (yield* listViewsHere).map(({ bytes, name, parked, place, products }) => ({
    name: name ?? liveView,
    live: name === null,
    cursor: cursorText(place),
    products,
    parked,
    bytes
  }))
  if (asJson) return yield* Console.log(JSON.stringify(views))
  yield* Console.log(
    table([
      ["VIEW", "LIVE", "LOG UP TO", "PRODUCTS", "PARKED", "SIZE"],
      ...views.map(({ bytes, cursor, live, name, parked, products }) => [
        name,
        yes(live),
        cursor,
        products.toLocaleString("en"),
        parked.toLocaleString("en"),
        megabytes(bytes)
      ])
    ])
  )
}, Effect.provide(EmbeddedStores.stores))

const listIndexes = Effect.fnUntraced(function* (cluster: ClusterSettings, asJson: boolean) {
  const builds = yield* ClusterViews.listBuilds(cluster)
  // never live, so they have no number
  const apart = (yield* listViewsAt(cluster)).map((index) => ({ ...index, name: index.view, isLive: false }))
  const all = [...builds, ...apart]
  if (asJson) return yield* Console.log(JSON.stringify(all.map(shown)))
  yield* Console.log(
    table([
      ["INDEX", "LIVE", "COMPLETE", "THIS VERSION", "PRODUCTS", "SIZE"],
      ...all.map(({ bytes, isComplete, isCurrent, isLive, name, products }) => [
        name,
        yes(isLive),
        yes(isComplete),
        yes(isCurrent),
        products.toLocaleString("en"),
        megabytes(bytes)
      ])
    ])
  )
})

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* (flags) {
    const { cluster } = yield* Settings
    if (Option.isSome(cluster)) yield* listIndexes(cluster.value, flags.json)
    else yield* listFiles(flags.json)
  })
).pipe(Command.withDescription("The views that are there: the live one, those of a time, and in a cluster every build"))

const shown = ({
  bytes,
  isComplete,
  isCurrent,
  isLive,
  name,
  products
}: Pick<IndexListing, "bytes" | "isComplete" | "isCurrent" | "isLive" | "name" | "products">) => ({
  name,
  live: isLive,
  complete: isComplete,
  of_this_version: isCurrent,
  products,
  bytes
})

const drop = Command.make(
  "drop",
  { name: Argument.String("name").pipe(Argument.withDescription("as fooddata views list names it")), json },
  Effect.fn(function* ({ name, ...flags }) {
    const { cluster } = yield* Settings
    if (name === liveView)
      return yield* new RebuildUnclear({ reason: `${liveView} is what answers: it is not dropped` })
    if (Option.isSome(cluster)) yield* ClusterViews.dropBuild(cluster.value, name)
    else yield* Effect.provide(dropViewHere(name), EmbeddedStores.stores)
    yield* Console.log(flags.json ? JSON.stringify({ dropped: name }) : `${name} is gone`)
  })
).pipe(Command.withDescription("Remove a view that is not live"))

export const viewsCommand = Command.make("views").pipe(
  Command.withDescription("Maintain the read models"),
  Command.withSubcommands([rebuild, list, diff, drop, parked, unpark])
)
