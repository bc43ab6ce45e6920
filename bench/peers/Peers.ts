import { Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { analyzeQuery } from "../../domain/search/QueryAnalysis.ts"
import { makeIndexOpener } from "../../infra/sqlite/product-index/OpenIndex.ts"
import type { SqliteDatabase } from "../../infra/sqlite/Sqlite.ts"
import type { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { searchByWords } from "../../src/queries/WordSearch.ts"
import { startLinePeer } from "./LinePeer.ts"
import type { PeerQuestion } from "./Questions.ts"

/** What questions took. */
export interface Asked {
  /** ms of CPU of the process, of all together */
  readonly cpuMs: number
  /** ms of each */
  readonly times: ReadonlyArray<number>
  readonly hits: number
}

/** An index that answers questions, one after the other. */
export interface Peer {
  readonly name: string
  /** how often the questions of the warm-up are asked; default 3 */
  readonly warmUps?: number
  readonly ask: (questions: ReadonlyArray<PeerQuestion>) => Effect.Effect<Asked, unknown>
}

/** Runs each question by itself; what is done before it is not counted. */
const timed = <A>(
  questions: ReadonlyArray<PeerQuestion>,
  prepare: (question: PeerQuestion) => Effect.Effect<A, unknown>,
  answer: (prepared: A) => Effect.Effect<number, unknown>
) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    let [cpu, hits] = [0, 0]
    for (const question of questions) {
      const prepared = yield* prepare(question)
      const [before, started] = [process.cpuUsage(), performance.now()]
      hits += yield* answer(prepared)
      times.push(performance.now() - started)
      const { system, user } = process.cpuUsage(before)
      cpu += system + user
    }
    return { cpuMs: cpu / 1_000, times, hits }
  })

type Index = ProductIndex["Service"]

/** The whole question: read, corrected, relaxed, answered. */
export const wholeSearch = (name: string, index: Index): Peer => ({
  name,
  ask: (questions) =>
    timed(
      questions,
      ({ query }) => Effect.succeed(query),
      (query: SearchQuery) => Effect.map(searchByWords(index, query), ({ total }) => total)
    )
})

/** The strictest query that a question is read as, asked for the first time. */
const strictestQuery =
  ({ vocabulary }: Pick<Index, "vocabulary">) =>
  ({ query }: PeerQuestion) =>
    Effect.map(analyzeQuery(query, vocabulary), ({ queries }) => queries.slice(0, 1).map((each) => ({ ...each })))

const firstPage = { limit: 10, offset: 0 }

/** The strictest query that the question is read as, answered by the index: page and exact number. */
export const strictestSearch = (name: string, index: Index): Peer => ({
  name,
  ask: (questions) =>
    timed(questions, strictestQuery(index), (queries) =>
      Effect.map(
        Effect.forEach(queries, (query) => index.search(query, firstPage)),
        (pages) => pages.reduce((sum, { total }) => sum + total, 0)
      )
    )
})

/** The same without the facts of the products, which the others do not read either: ids and exact number. */
export const strictestIds = (name: string, db: SqliteDatabase, index: Index): Peer => {
  const opener = makeIndexOpener()
  return {
    name,
    ask: (questions) =>
      timed(questions, strictestQuery(index), (queries) =>
        db.read("ask the segments", () => {
          const open = opener.open(db)
          return queries.reduce((sum, query) => {
            const { results, total } = open.index.search(query, firstPage)
            for (const { product, segment } of results) segment.idOf(product)
            return sum + total
          }, 0)
        })
      )
  }
}

const matchSql = "SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10"
const countSql = "SELECT count(*) AS count FROM texts WHERE texts MATCH ?"

/** FTS5 as it comes: the words of names and brands, in the order of its own score. */
export const plainFts5 = (db: SqliteDatabase): Peer => ({
  name: "FTS5",
  ask: (questions) =>
    timed(
      questions,
      ({ words }) => Effect.succeed(words.map((word) => `"${word}"`).join(" ")),
      (expression) =>
        db.read("ask FTS5", () => {
          db.statement(matchSql).all(expression)
          return Number(db.statement(countSql).get(expression)?.["count"])
        })
    )
})

const decodeAnswer = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({ cpu: Schema.Number, seconds: Schema.Array(Schema.Number), hits: Schema.Number })
  )
)

/** An index that answers in a process of its own, which ends with the scope. */
const linePeer = Effect.fnUntraced(function* (name: string, command: string, args: ReadonlyArray<string>) {
  const child = yield* startLinePeer(name, command, args)
  const ask = (questions: ReadonlyArray<PeerQuestion>) =>
    Effect.map(child.ask(questions.map(({ words }) => words)), (line): Asked => {
      const { cpu, hits, seconds } = decodeAnswer(line)
      return { cpuMs: cpu * 1_000, times: seconds.map((each) => each * 1_000), hits }
    })
  const peer: Peer = { name, ask }
  return peer
})

const scriptAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const tantivy = (python: string, texts: string, folder: string) =>
  linePeer("tantivy", python, [scriptAt("tantivy_peer.py"), texts, folder])

/** MiniSearch and Orama, as npm installed them in the folder. */
export const javascriptPeers = (folder: string, texts: string) =>
  Effect.forEach(["minisearch", "orama"], (name) =>
    linePeer(name, process.execPath, [scriptAt("javascript-peer.mjs"), name, texts, folder])
  )
