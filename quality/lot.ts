import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { ownCatalogue, readBundledAs } from "./Catalogue.ts"
import { firstFigures, joined, linesOf, LotUnfit, withoutStrays } from "./JudgedLot.ts"
import { FrozenQuery, Judgement, readLines, Shown } from "./Judgements.ts"
import { Lot, lotFile, lotsPath, namedFirstFigures, readLots } from "./Lots.ts"
import { reportFailure } from "./ReportFailure.ts"
import { figure, table } from "./Report.ts"

const flags = {
  queries: Flag.File("queries").pipe(Flag.withDescription("the queries as their author froze them")),
  shown: Flag.File("shown").pipe(Flag.withDescription("what was shown for them"), Flag.atLeast(1)),
  judgements: Flag.File("judgements").pipe(Flag.withDescription("what a judge said of that"), Flag.atLeast(1)),
  catalogue: Flag.String("catalogue").pipe(
    Flag.withDescription(`the catalogue that was asked, by its name in since-judged.txt: "${ownCatalogue}"`)
  ),
  keep: Flag.Boolean("keep").pipe(
    Flag.withDescription("write the lot to quality/lots; needs --name, --date and --authors"),
    Flag.withDefault(false)
  ),
  suite: Flag.Literals("suite", ["words", "meaning"]).pipe(
    Flag.withDescription("search by words, or by meaning"),
    Flag.withDefault("words" as const)
  ),
  name: Flag.String("name").pipe(Flag.withDescription("what the lot is called: strangers-2"), Flag.withDefault("")),
  date: Flag.String("date").pipe(Flag.withDescription("the day it was asked: 2026-11-23"), Flag.withDefault("")),
  authors: Flag.String("authors").pipe(
    Flag.withDescription("who wrote and judged it, in a few words"),
    Flag.withDefault("")
  )
}

/** A lot has one first figure: a name is never taken again. */
class LotExists extends Schema.TaggedError<LotExists>()("LotExists", { name: Schema.String }) {
  override get message(): string {
    return `the lot ${this.name} has its first figures`
  }
}

const lot = Command.make(
  "lot",
  flags,
  Effect.fn(function* ({ catalogue, keep, queries, ...given }) {
    const products = yield* readBundledAs(catalogue)
    const known = new Set<string>(products.map(({ id }) => id))
    const { judgements, strays } = withoutStrays(yield* readLines(Judgement, given.judgements), known)
    if (strays.length > 0) yield* Console.error(`left out, not in the catalogue: ${strays.join("; ")}`)
    const judged = joined(yield* readLines(FrozenQuery, [queries]), yield* readLines(Shown, given.shown), judgements)
    if (judged instanceof LotUnfit) return yield* judged
    const first = firstFigures(judged)
    const rows = Object.entries(namedFirstFigures(first)).map(([name, value]) => [name, figure(value)])
    yield* Console.log(table(["first figures", `${judged.length} queries`], rows))
    if (!keep) return
    const sha256 = createHash("sha256")
      .update(yield* Effect.promise(() => readFile(queries)))
      .digest("hex")
    const { authors, date, name, suite } = given
    yield* keepLot({ name, suite, date, sha256, authors, catalogue, first }, linesOf(judged))
  })
)

const decodeLot = Schema.decodeUnknownEffect(Lot)

const keepLot = Effect.fnUntraced(function* (stated: Lot, lines: string) {
  const kept = yield* decodeLot(stated)
  const lots = yield* readLots(lotsPath)
  if (lots.some(({ name }) => name === kept.name)) return yield* new LotExists({ name: kept.name })
  yield* Effect.promise(() => writeFile(lotFile(kept.name), lines))
  yield* Effect.promise(() => writeFile(lotsPath, `${JSON.stringify([...lots, kept], null, 2)}\n`))
})

Command.run(lot, { version: "1" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.tapCause(reportFailure("lot")),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
