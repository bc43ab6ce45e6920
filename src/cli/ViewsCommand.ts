import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { IndexListing } from "../../infra/opensearch/IndexAdmin.ts"
import { Settings } from "../Config.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import * as ClusterTier from "../roles/ClusterTier.ts"
import * as ClusterViews from "../roles/ClusterViews.ts"
import { rebuildClusterViews } from "../roles/cluster-views/RebuildIndex.ts"
import type { EventSource } from "../roles/cluster-views/LoadIndex.ts"
import * as EmbeddedTier from "../roles/EmbeddedTier.ts"
import { rebuildViews } from "../roles/RebuildViews.ts"
import { json, table } from "./Output.ts"
import { makeProgress, makeWait } from "./Progress.ts"

/** What is asked of the embedded tier is only to be had in a cluster. */
export class OneViewsFile extends Schema.TaggedError<OneViewsFile>()("OneViewsFile", { asked: Schema.String }) {
  override get message(): string {
    return `${this.asked} is for a cluster: the read models of this data directory are one file, views.db, which fooddata views rebuild makes anew`
  }
}

const keepMax = 16
const Keep = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: keepMax }))
/** What `--rollback` without a name stands for. */
const theOneBefore = "previous"

const rebuildFlags = {
  from: Flag.Literals("from", ["log", "kafka"]).pipe(
    Flag.withDescription("where the events are read: the log, or Kafka, which spares the database"),
    Flag.optional
  ),
  keep: Flag.Int("keep").pipe(
    Flag.withSchema(Keep),
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
    { command: "fooddata views rebuild --rollback", description: "back to the build before" },
    { command: "fooddata views rebuild --rollback=products_v3", description: "back to that one" }
  ])
)

const rebuildFile = Effect.fnUntraced(function* (asJson: boolean) {
  const progress = yield* makeProgress("rebuild")
  const built = yield* rebuildViews(progress.advance)
  yield* progress.finish
  yield* Console.log(asJson ? JSON.stringify(built) : summary(built))
}, Effect.provide(EmbeddedTier.stores))

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
  }).pipe(Effect.provide(ClusterTier.stores(cluster)))
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

/** Of a cluster only; `asked` says what, when there is none. */
const clusterFor = (asked: string) =>
  Effect.flatMap(Settings, ({ cluster }): Effect.Effect<ClusterSettings, OneViewsFile> =>
    Option.match(cluster, { onNone: () => new OneViewsFile({ asked }), onSome: Effect.succeed })
  )

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* (flags) {
    const builds = yield* ClusterViews.listBuilds(yield* clusterFor("views list"))
    if (flags.json) return yield* Console.log(JSON.stringify(builds.map(shown)))
    const yes = (flag: boolean) => (flag ? "yes" : "no")
    yield* Console.log(
      table([
        ["INDEX", "LIVE", "COMPLETE", "THIS VERSION", "PRODUCTS", "SIZE"],
        ...builds.map(({ bytes, isComplete, isCurrent, isLive, name, products }) => [
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
).pipe(Command.withDescription("Of a cluster: the builds of the product index that stand on the server"))

const shown = ({ bytes, isComplete, isCurrent, isLive, name, products }: IndexListing) => ({
  name,
  live: isLive,
  complete: isComplete,
  of_this_version: isCurrent,
  products,
  bytes
})

const drop = Command.make(
  "drop",
  { name: Argument.String("name").pipe(Argument.withDescription("as fooddata views list names it")) },
  Effect.fn(function* ({ name }) {
    yield* ClusterViews.dropBuild(yield* clusterFor("views drop"), name)
    yield* Console.log(`${name} is gone`)
  })
).pipe(Command.withDescription("Of a cluster: remove a build of the product index that is not live"))

export const viewsCommand = Command.make("views").pipe(
  Command.withDescription("Maintain the read models"),
  Command.withSubcommands([rebuild, list, drop])
)
