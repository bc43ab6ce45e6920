import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Cursor } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { cursorText } from "../../domain/CursorText.ts"
import { boundedMemory, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import {
  compareProducts,
  type ProductDifference,
  type ProductPages
} from "../../projections/product-search/CompareProducts.ts"
import { Settings } from "../Config.ts"
import * as ClusterStores from "../roles/ClusterStores.ts"
import * as ClusterTier from "../roles/ClusterTier.ts"
import * as EmbeddedStores from "../roles/EmbeddedStores.ts"
import { buildViewAt, productsOfIndex } from "../roles/views-at/ClusterViewsAt.ts"
import { buildViewsAt, productsOfFile } from "../roles/views-at/EmbeddedViewsAt.ts"
import { nameOfPlace, ViewName } from "../roles/views-at/ViewNames.ts"
import type { ClusterSettings } from "../SettingsValues.ts"
import { json } from "./Output.ts"
import { makeProgress, makeWait } from "./Progress.ts"
import { timeFlag } from "./TimeFlag.ts"

export const asOfFlags = {
  asOf: timeFlag("as-of", "end").pipe(
    Flag.withDescription(
      "a view of its own, of the products as the log had them at this time; a day: at its end in UTC"
    ),
    Flag.optional
  ),
  name: Flag.String("name").pipe(
    Flag.filterMap(
      Schema.decodeUnknownOption(ViewName),
      () => "up to 40 small letters, digits and hyphens, the first a letter or digit"
    ),
    Flag.withDescription("with --as-of: what the view is called; default: its place in the log"),
    Flag.optional
  )
}

interface Asked {
  /** ms since the epoch */
  readonly time: number
  readonly name: Option.Option<string>
  readonly asJson: boolean
}

/** The place is found once and said before anything is built: with it the same view can be built again. */
const resolve = Effect.fnUntraced(function* ({ name, time }: Asked) {
  const place = yield* (yield* EventLog).placeBefore(time)
  yield* Console.error(`as of ${new Date(time).toISOString()}: the log up to ${cursorText(place)}`)
  return { place, name: Option.getOrElse(name, () => nameOfPlace(place)) }
})

interface BuiltAt {
  readonly products: number
  readonly withdrawn: number
  readonly events: number
  readonly checksum: string
}

const report = (name: string, place: Cursor, { checksum, events, products, withdrawn }: BuiltAt, asJson: boolean) =>
  Console.log(
    asJson
      ? JSON.stringify({ name, cursor: cursorText(place), products, withdrawn, events, checksum })
      : `${name} is built beside the live view: ${products} products, ${withdrawn} withdrawn, from ${events} events`
  )

const buildFile = Effect.fnUntraced(
  function* (asked: Asked) {
    const { name, place } = yield* resolve(asked)
    const progress = yield* makeProgress("rebuild")
    const built = yield* buildViewsAt(name, place, (rows) => progress.advance({ rows, fraction: null }))
    yield* progress.finish
    yield* report(name, place, built, asked.asJson)
  },
  Effect.provide(EmbeddedStores.stores),
  Effect.provideService(SqliteMemory, boundedMemory)
)

const buildIndex = (cluster: ClusterSettings, asked: Asked) =>
  Effect.gen(function* () {
    const { name, place } = yield* resolve(asked)
    const loading = yield* makeProgress("rebuild")
    const compacting = yield* Effect.cached(makeWait("compact"))
    const checking = yield* Effect.cached(makeProgress("check"))
    const built = yield* buildViewAt(cluster, name, place, {
      onLoad: loading.advance,
      onCompact: ({ segments }) => Effect.flatMap(compacting, ({ show }) => show(`${segments} segments left`)),
      onCheck: (step) => Effect.flatMap(checking, ({ advance }) => advance(step))
    })
    yield* loading.finish
    yield* report(name, place, built, asked.asJson)
  }).pipe(Effect.provide(ClusterStores.stores(cluster)))

/** Builds the view of this time in the tier of the settings. */
export const rebuildAsOf = (cluster: Option.Option<ClusterSettings>, asked: Asked) =>
  Effect.gen(function* () {
    if (Option.isSome(cluster)) yield* buildIndex(cluster.value, asked)
    else yield* buildFile(asked)
  })

const lineOf = (difference: ProductDifference, a: string, b: string): string => {
  switch (difference._tag) {
    case "OnlyInA":
      return `only in ${a}: ${difference.id}`
    case "OnlyInB":
      return `only in ${b}: ${difference.id}`
    case "Differs":
      return `differs: ${difference.id} ${difference.fields.length === 0 ? "in its version only" : difference.fields.join(", ")}`
  }
}

const jsonOf = (difference: ProductDifference, a: string, b: string): string => {
  switch (difference._tag) {
    case "OnlyInA":
      return JSON.stringify({ id: difference.id, only_in: a })
    case "OnlyInB":
      return JSON.stringify({ id: difference.id, only_in: b })
    case "Differs":
      return JSON.stringify({ id: difference.id, differs_in: difference.fields })
  }
}

const compare = <EA, RA, EB, RB>(
  { a, b, json: asJson }: { readonly a: string; readonly b: string; readonly json: boolean },
  pagesOfA: ProductPages<EA, RA>,
  pagesOfB: ProductPages<EB, RB>
) =>
  Effect.gen(function* () {
    const { differs, onlyInA, onlyInB, same } = yield* compareProducts(pagesOfA, pagesOfB, (difference) =>
      Console.log(asJson ? jsonOf(difference, a, b) : lineOf(difference, a, b))
    )
    yield* Console.log(
      asJson
        ? JSON.stringify({ same, differs, only_in_a: onlyInA, only_in_b: onlyInB })
        : `${same} the same, ${differs} differ, ${onlyInA} only in ${a}, ${onlyInB} only in ${b}`
    )
  })

const view = (name: string) =>
  Argument.String(name).pipe(Argument.withDescription("live, or a name that fooddata views list shows"))

export const diff = Command.make(
  "diff",
  { a: view("a"), b: view("b"), json },
  Effect.fn(function* (asked) {
    const { cluster } = yield* Settings
    if (Option.isNone(cluster)) {
      return yield* Effect.gen(function* () {
        yield* compare(asked, yield* productsOfFile(asked.a), yield* productsOfFile(asked.b))
      }).pipe(Effect.scoped, Effect.provide(EmbeddedStores.stores))
    }
    yield* Effect.gen(function* () {
      const [a, b] = [yield* productsOfIndex(cluster.value, asked.a), yield* productsOfIndex(cluster.value, asked.b)]
      yield* compare(asked, a, b)
    }).pipe(Effect.provide(ClusterTier.openSearch(cluster.value)))
  })
).pipe(
  Command.withDescription("Show which products differ between two views, and in which fields"),
  Command.withExamples([{ command: "fooddata views diff yesterday live" }])
)
