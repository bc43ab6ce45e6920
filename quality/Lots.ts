import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { readBundledAs } from "./Catalogue.ts"
import { byMeaning, byWords } from "./Engine.ts"
import { type Query, QueriesUnreadable, readQueries } from "./Queries.ts"
import { depth } from "./Metrics.ts"
import { figure, figuresOf, score, table } from "./Report.ts"

const Share = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

/** What a lot came to when it was asked for the first time; null where nobody measured it. */
export const FirstFigures = Schema.Struct({
  /** means of nDCG@10 over the queries that the catalogue can answer: all, by language, of three words or more */
  ndcg: Schema.Struct({ all: Share, en: Share, ru: Share, ar: Share, long: Share }),
  /** of the queries that the catalogue can answer, those with an empty answer */
  emptyThoughThere: Share,
  /** of the queries for food, those with a wrong food among the first three results */
  wrongInFirstThree: Share,
  /** of all first three results of the queries for food, the wrong ones */
  wrongOfFirstThree: Share,
  /** of the queries for what is no food, those with an empty answer */
  emptyForNonFood: Share
})
export type FirstFigures = typeof FirstFigures.Type

/** A set of queries by somebody who knew nothing of the program, and what it came to at first. */
export const Lot = Schema.Struct({
  /** the queries are in the file of this name */
  name: Schema.String.check(Schema.isPattern(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  suite: Schema.Literals(["words", "meaning"]),
  /** the day of the first figures */
  date: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/)),
  /** of the file of queries as it was frozen, before the first answer */
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  /** who wrote and judged it */
  authors: Schema.NonEmptyString,
  /** the catalogue it was judged over, by its name in since-judged.txt */
  catalogue: Schema.NonEmptyString,
  first: FirstFigures
})
export type Lot = typeof Lot.Type

export const Lots = Schema.Array(Lot)

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Lots), { onExcessProperty: "error" })

const inLots = (file: string) => fileURLToPath(new URL(`lots/${file}`, import.meta.url))
export const lotsPath = inLots("lots.json")
export const lotFile = (name: string): string => inLots(`${name}.jsonl`)

/** Every lot that was ever judged; a name stands once. */
export const readLots = Effect.fn("readLots")(function* (path: string) {
  const unreadable = (detail: string) => new QueriesUnreadable({ path, line: 0, detail })
  const text = yield* Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) => unreadable(String(cause))
  })
  const lots = yield* decode(text).pipe(Effect.mapError((error) => unreadable(error.message)))
  const names = new Set(lots.map(({ name }) => name))
  if (names.size < lots.length) return yield* unreadable("a name stands twice")
  return lots
})

/** A lot as it is answered today. */
export interface LotToday {
  readonly lot: Lot
  readonly queries: number
  /** a development figure: the lot has been read since */
  readonly ndcg: number | null
}

const askedBy = { words: byWords, meaning: byMeaning } as const

/** The lots of one suite over one catalogue together: making the index takes longer than asking. */
const groupsOf = (lots: ReadonlyArray<Lot>) =>
  [...Map.groupBy(lots, ({ suite }) => suite)].flatMap(([suite, ofSuite]) =>
    [...Map.groupBy(ofSuite, ({ catalogue }) => catalogue)].map(
      ([catalogue, members]) => [{ ask: askedBy[suite], catalogue }, members] as const
    )
  )

/** Asks every lot again, each over the catalogue it was judged over. */
export const measureLots = Effect.fn("measureLots")(function* (lots: ReadonlyArray<Lot>) {
  const measured: Array<LotToday> = []
  for (const [{ ask, catalogue }, members] of groupsOf(lots)) {
    const asked: Array<readonly [Lot, ReadonlyArray<Query>]> = []
    for (const lot of members) asked.push([lot, yield* readQueries(lotFile(lot.name))])
    const answers = yield* ask(
      yield* readBundledAs(catalogue),
      asked.flatMap(([, queries]) => queries),
      depth
    )
    for (const [lot, queries] of asked) {
      const own = new Set(queries)
      const { ndcg } = figuresOf(score(answers.filter(({ query }) => own.has(query))))
      measured.push({ lot, queries: queries.length, ndcg })
    }
  }
  return measured
})

/** First figures by the names they have in tables. */
export const namedFirstFigures = (first: FirstFigures): Readonly<Record<string, number | null>> => ({
  [`nDCG@${depth}`]: first.ndcg.all,
  en: first.ndcg.en,
  ru: first.ndcg.ru,
  ar: first.ndcg.ar,
  "three words or more": first.ndcg.long,
  "empty though there": first.emptyThoughThere,
  "wrong in first three": first.wrongInFirstThree,
  "wrong of first three": first.wrongOfFirstThree,
  "empty for no food": first.emptyForNonFood
})

/** The table of the lots: first figures, which count, and today's, which only guides development. */
export const lotReport = (measured: ReadonlyArray<LotToday>): string => {
  const rows = measured
    .toSorted((a, b) => a.lot.date.localeCompare(b.lot.date))
    .map(({ lot, ndcg, queries }) => [
      lot.name,
      lot.suite,
      lot.date,
      lot.catalogue,
      ...Object.values(namedFirstFigures(lot.first)).map(figure),
      String(queries),
      figure(ndcg)
    ])
  const first = measured[0] === undefined ? [] : Object.keys(namedFirstFigures(measured[0].lot.first))
  return [
    "## Lots by strangers",
    "First figures are of the day a lot was judged. Today's is a development figure: the lot has been read since.",
    table(
      [
        "lot",
        "suite",
        "date",
        "catalogue",
        ...first.map((name) => `first ${name}`),
        "queries",
        `development nDCG@${depth} today`
      ],
      rows
    )
  ].join("\n\n")
}
