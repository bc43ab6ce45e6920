import { Language } from "../domain/language/Language.ts"
import type { Answer } from "./Engine.ts"
import { depth, mean, ndcg, reciprocalRank } from "./Metrics.ts"

/** An answer measured; a query that the catalogue cannot answer has one measure only. */
export interface Scored {
  readonly answer: Answer
  /** null when the catalogue has nothing to answer */
  readonly ndcg: number | null
  readonly reciprocalRank: number | null
  /** 1 when the answer is empty as it should be, else 0; null when there is something to answer */
  readonly isEmpty: number | null
}

/** Measures what was judged and leaves out what was not. */
export const score = (answers: ReadonlyArray<Answer>): ReadonlyArray<Scored> =>
  answers.flatMap((answer): ReadonlyArray<Scored> => {
    const { grades } = answer.query
    if (grades === null) return []
    if (Object.keys(grades).length === 0) {
      return [{ answer, ndcg: null, reciprocalRank: null, isEmpty: answer.total === 0 ? 1 : 0 }]
    }
    const ids = answer.products.map(({ id }) => id)
    return [{ answer, ndcg: ndcg(ids, grades), reciprocalRank: reciprocalRank(ids, grades), isEmpty: null }]
  })

/** Means over some queries; null where none of them has the measure. */
export interface Figures {
  readonly queries: number
  readonly ndcg: number | null
  readonly mrr: number | null
  readonly emptyWhenAbsent: number | null
}

export const figuresOf = (scored: ReadonlyArray<Scored>): Figures => ({
  queries: scored.length,
  ndcg: mean(known(scored.map(({ ndcg }) => ndcg))),
  mrr: mean(known(scored.map(({ reciprocalRank }) => reciprocalRank))),
  emptyWhenAbsent: mean(known(scored.map(({ isEmpty }) => isEmpty)))
})

const known = (values: ReadonlyArray<number | null>) => values.filter((value) => value !== null)

/** The groups that are reported and held to the floor: all, each language, each kind. */
export const groupsOf = (scored: ReadonlyArray<Scored>): ReadonlyMap<string, ReadonlyArray<Scored>> =>
  new Map([
    ["all", scored],
    ...Map.groupBy(scored, ({ answer }) => answer.query.lang),
    ...Map.groupBy(scored, ({ answer }) => answer.query.kind)
  ])

const worstMax = 10

/** The tables of a suite in Markdown: per language, per kind and language, and the ten worst queries. */
export const report = (title: string, scored: ReadonlyArray<Scored>): string =>
  [`## ${title}`, byLanguage(scored), byKind(scored), worst(scored)].join("\n\n")

const rowsOf = (scored: ReadonlyArray<Scored>) =>
  [...Language.literals, "all" as const].map((lang) => ({
    lang,
    scored: lang === "all" ? scored : scored.filter(({ answer }) => answer.query.lang === lang)
  }))

const byLanguage = (scored: ReadonlyArray<Scored>) =>
  table(
    ["language", "queries", `nDCG@${depth}`, `MRR@${depth}`, "empty when absent"],
    rowsOf(scored).map(({ lang, scored }) => {
      const { emptyWhenAbsent, mrr, ndcg, queries } = figuresOf(scored)
      return [lang, String(queries), figure(ndcg), figure(mrr), figure(emptyWhenAbsent)]
    })
  )

/** nDCG; of absent foods the share of empty answers. */
const byKind = (scored: ReadonlyArray<Scored>) =>
  table(
    ["kind", ...Language.literals, "all", "queries"],
    [...Map.groupBy(scored, ({ answer }) => answer.query.kind)].map(([kind, scored]) => [
      kind,
      ...rowsOf(scored).map((row) => {
        const { emptyWhenAbsent, ndcg } = figuresOf(row.scored)
        return figure(ndcg ?? emptyWhenAbsent)
      }),
      String(scored.length)
    ])
  )

const worst = (scored: ReadonlyArray<Scored>) =>
  table(
    ["worst queries", "kind", "value", "first results"],
    scored
      .map((each) => ({ ...each, value: each.ndcg ?? each.isEmpty ?? 0 }))
      .toSorted((a, b) => a.value - b.value)
      .slice(0, worstMax)
      .map(({ answer, value }) => [
        `${answer.query.id} ${answer.query.query}`,
        answer.query.kind,
        figure(value),
        answer.products
          .slice(0, 3)
          .map(({ name }) => name)
          .join(" · ")
      ])
  )

export const figure = (value: number | null) => (value === null ? "–" : value.toFixed(3))

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(inCell).join(" | ")} |`).join("\n")

const inCell = (text: string) => text.replaceAll("|", "\\|")
