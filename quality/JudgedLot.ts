import { Schema } from "effect"
import type { Language } from "../domain/language/Language.ts"
import type { FrozenQuery, Judgement, Shown } from "./Judgements.ts"
import type { FirstFigures } from "./Lots.ts"
import { type Grade, type Grades, mean, ndcg } from "./Metrics.ts"

/** A query of a lot with what was shown for it and what a judge said of that. */
export interface JudgedQuery {
  readonly query: FrozenQuery
  readonly shown: Shown
  readonly judgement: Judgement
}

/** Judgements that do not fit the queries or the answers. */
export class LotUnfit extends Schema.TaggedError<LotUnfit>()("LotUnfit", { faults: Schema.Array(Schema.String) }) {
  override get message(): string {
    return this.faults.join("\n")
  }
}

/** Joins the three by their ids, or says everything that does not fit. */
export const joined = (
  queries: ReadonlyArray<FrozenQuery>,
  shown: ReadonlyArray<Shown>,
  judgements: ReadonlyArray<Judgement>
): ReadonlyArray<JudgedQuery> | LotUnfit => {
  const faults: Array<string> = []
  const ids = new Set(queries.map(({ id }) => id))
  for (const [what, rows] of [
    ["queries", queries],
    ["answers", shown],
    ["judgements", judgements]
  ] as const) {
    const seen = new Set<string>()
    for (const { id } of rows) {
      if (seen.has(id)) faults.push(`${id} stands twice among the ${what}`)
      if (!ids.has(id)) faults.push(`${id} of the ${what} is no query`)
      seen.add(id)
    }
  }
  const judged = queries.flatMap((query): ReadonlyArray<JudgedQuery> => {
    const answer = shown.find(({ id }) => id === query.id)
    const judgement = judgements.find(({ id }) => id === query.id)
    if (answer === undefined || judgement === undefined) {
      faults.push(`${query.id} has no ${answer === undefined ? "answer" : "judgement"}`)
      return []
    }
    const each = { query, shown: answer, judgement }
    faults.push(...faultsOf(each))
    return [each]
  })
  return faults.length > 0 ? new LotUnfit({ faults }) : judged
}

const faultsOf = ({ judgement, query, shown }: JudgedQuery): ReadonlyArray<string> => {
  const isGraded = Object.keys(gradesOf({ judgement, query, shown })).length > 0
  const { grades, there } = judgement
  return [
    ...(grades.length === shown.results.length
      ? []
      : [`${query.id} has ${grades.length} grades of ${shown.results.length} results`]),
    ...(isGraded === there ? [] : [`${query.id} is ${there ? "there without" : "not there, but has"} a grade`]),
    ...(query.kind === "nonfood" && there ? [`${query.id} is no food and there`] : [])
  ]
}

/** Every product of grade 1 or 2, shown or missed; a shown one has the grade it was shown with. */
export const gradesOf = ({ judgement, shown }: JudgedQuery): Grades => {
  const grades: Record<string, Grade> = {}
  for (const id of judgement.missed1) grades[id] = 1
  for (const id of judgement.missed2) grades[id] = 2
  for (const [i, { id }] of shown.results.entries()) {
    const grade = judgement.grades[i] ?? 0
    if (grade === 0) delete grades[id]
    else grades[id] = grade
  }
  return grades
}

/** Without the missed products that a catalogue does not have, and what those were. */
export const withoutStrays = (
  judgements: ReadonlyArray<Judgement>,
  known: ReadonlySet<string>
): { readonly judgements: ReadonlyArray<Judgement>; readonly strays: ReadonlyArray<string> } => ({
  judgements: judgements.map((judgement) => ({
    ...judgement,
    missed2: judgement.missed2.filter((id) => known.has(id)),
    missed1: judgement.missed1.filter((id) => known.has(id))
  })),
  strays: judgements.flatMap(({ id, missed1, missed2 }) =>
    [...missed2, ...missed1].filter((product) => !known.has(product)).map((product) => `${id}: ${product}`)
  )
})

/** The lines of the lot's file. */
export const linesOf = (judged: ReadonlyArray<JudgedQuery>): string =>
  judged
    .map((each) => {
      const { id, kind, lang, query } = each.query
      return `${JSON.stringify({ id, lang, kind, query, grades: gradesOf(each) })}\n`
    })
    .join("")

/** A query of so many words is a long one. */
const longFrom = 3
const firstResults = 3

/** What the lot came to. A query that the catalogue has nothing for counts in no mean of nDCG. */
export const firstFigures = (judged: ReadonlyArray<JudgedQuery>): FirstFigures => {
  const foods = judged.filter(({ query }) => query.kind !== "nonfood")
  const there = foods.filter(({ judgement }) => judgement.there)
  const firsts = foods.map(({ judgement }) => judgement.grades.slice(0, firstResults))
  const inLanguage = (language: Language) => meanNdcg(there.filter(({ query }) => query.lang === language))
  return {
    ndcg: {
      all: meanNdcg(there),
      en: inLanguage("en"),
      ru: inLanguage("ru"),
      ar: inLanguage("ar"),
      long: meanNdcg(there.filter(({ query }) => wordsIn(query) >= longFrom))
    },
    emptyThoughThere: share(there, isEmpty),
    wrongInFirstThree: share(firsts, (grades) => grades.includes(0)),
    wrongOfFirstThree: share(firsts.flat(), (grade) => grade === 0),
    emptyForNonFood: share(
      judged.filter(({ query }) => query.kind === "nonfood"),
      isEmpty
    )
  }
}

const wordsIn = ({ query, words }: FrozenQuery): number => words ?? query.trim().split(/\s+/u).length

const isEmpty = ({ shown }: JudgedQuery): boolean => shown.total === 0

const meanNdcg = (judged: ReadonlyArray<JudgedQuery>) =>
  rounded(
    mean(
      judged.map((each) =>
        ndcg(
          each.shown.results.map(({ id }) => id),
          gradesOf(each)
        )
      )
    )
  )

const share = <A>(all: ReadonlyArray<A>, holds: (each: A) => boolean) =>
  rounded(mean(all.map((each) => Number(holds(each)))))

const steps = 1_000
const rounded = (value: number | null) => (value === null ? null : Math.round(value * steps) / steps)
