import { readTsv } from "../Csv.ts"
import type { Portion } from "./Measures.ts"
import { withoutComments } from "./PortionWords.ts"

/** A food of FNDDS with what is known of how much of it is eaten. */
export interface SurveyFood {
  readonly code: string
  readonly name: string
  readonly category: string
  /** NDB number of the record of SR that it is; empty when it is made of several things or changed */
  readonly ndb: string
  /** how often adults reported it; 0 for a newer food */
  readonly reports: number
  /** grams that adults ate at one time: percentiles of the reports; `null` without any */
  readonly eaten: { readonly p10: number; readonly p50: number; readonly p90: number } | null
  readonly portions: ReadonlyArray<Portion>
}

/** Reads `survey-amounts.tsv`, by food code; `data/SurveyAmounts.ts` writes it. */
export const surveyFoods = (table: string): ReadonlyMap<string, SurveyFood> =>
  new Map(
    readTsv(table).map((row) => {
      const cell = (column: string): string => row.get(column) ?? ""
      const p50 = Number(cell("p50"))
      return [
        cell("code"),
        {
          code: cell("code"),
          name: cell("name"),
          category: cell("category"),
          ndb: cell("ndb"),
          reports: Number(cell("reports")),
          eaten: p50 > 0 ? { p10: Number(cell("p10")), p50, p90: Number(cell("p90")) } : null,
          portions: portionsIn(cell("portions"))
        }
      ]
    })
  )

const portionsIn = (cell: string): ReadonlyArray<Portion> =>
  cell.split("|").flatMap((text) => {
    const at = text.lastIndexOf("=")
    return at === -1 ? [] : [{ description: text.slice(0, at), grams: Number(text.slice(at + 1)) }]
  })

/** Reads `survey-foods.tsv`: the food of FNDDS of each food of meals, by key. */
export const surveyTwins = <A extends SurveyFood>(
  table: string,
  survey: ReadonlyMap<string, A>,
  keys: ReadonlySet<string>
): ReadonlyMap<string, A> => {
  const twins = new Map<string, A>()
  for (const row of readTsv(withoutComments(table))) {
    const key = row.get("key") ?? ""
    const food = survey.get(row.get("code") ?? "")
    if (!keys.has(key)) throw new Error(`survey-foods.tsv: no food ${key}`)
    if (twins.has(key)) throw new Error(`survey-foods.tsv: ${key} stands twice`)
    if (food === undefined || food.name !== row.get("name"))
      throw new Error(`survey-foods.tsv: ${key}: FNDDS calls ${row.get("code")} "${food?.name}"`)
    twins.set(key, food)
  }
  return twins
}
