import { eatenRange, type EatenRange } from "./EatenAmounts.ts"
import { type GroupMember, groupWeights } from "./GroupWeights.ts"
import { measuresOf, type Portion } from "./Measures.ts"
import { phraseMeanings } from "./PortionWords.ts"
import { type SurveyFood, surveyFoods, surveyTwins } from "./Survey.ts"

type Row = ReadonlyMap<string, string>
export type Weights = ReadonlyMap<string, number>

/** FoodData Central's tables, as far as they weigh or group foods. */
export interface UsdaTables {
  readonly food: ReadonlyArray<Row>
  readonly food_portion: ReadonlyArray<Row>
  readonly food_category: ReadonlyArray<Row>
  readonly foundation_food: ReadonlyArray<Row>
  readonly measure_unit: ReadonlyArray<Row>
  readonly sr_legacy_food: ReadonlyArray<Row>
}

export interface RecordSources {
  readonly tables: UsdaTables
  /** `survey-amounts.tsv`: portions of FNDDS, and how much is eaten */
  readonly survey: string
  /** `survey-foods.tsv`: which food of FNDDS a food of meals is */
  readonly twins: string
  /** `portion-words.tsv` */
  readonly words: string
}

export interface RecordWeights {
  /** by FDC id or food code */
  readonly records: ReadonlyMap<string, Weights>
  /** of a food of meals, by its key and the FDC id of its record */
  readonly ofFood: (key: string, fdcId: number | undefined) => Weights
  readonly groups: ReadonlyMap<string, Weights>
  /** the groups of FNDDS of foods of meals, by key */
  readonly categories: ReadonlyMap<string, string>
}

/**
 * What the household measures of each record weigh: by the food of FNDDS that it is, and where that says nothing by its own source.
 * `serving` is what USDA assumes where nothing is said, else the median of what is eaten; `least` and `most` are the range
 * of what is eaten. The same of groups, by their foods.
 */
export const recordWeights = (
  { survey, tables, twins, words }: RecordSources,
  /** of foods of meals */
  keys: ReadonlySet<string>,
  /** groups of dishes that are computed from a recipe, by key */
  dishes: ReadonlyMap<string, string>
): RecordWeights => {
  const meanings = phraseMeanings(words)
  const surveyed = new Map(
    [...surveyFoods(survey)].map(([code, food]) => [code, surveyedFood(food, measuresOf(food.portions, food.name, meanings))])
  )
  const named = surveyTwins(twins, surveyed, keys)
  const byNdb = mostReported([...surveyed.values()])
  const ndbOf = new Map([...tables.sr_legacy_food, ...tables.foundation_food].map((row) => [row.get("fdc_id") ?? "", row.get("NDB_number") ?? ""]))
  const nameOf = new Map(tables.food.map((row) => [row.get("fdc_id") ?? "", row.get("description") ?? ""]))
  const portions = portionsByRecord(tables)
  const ownWeights = (fdcId: string): Weights => measuresOf(portions.get(fdcId) ?? [], nameOf.get(fdcId) ?? "", meanings)
  const twinOf = (fdcId: string): Surveyed | undefined => byNdb.get(ndbOf.get(fdcId) ?? "")
  const groupOf = groupsByRecord(tables)
  const ofRecords = [...nameOf.keys()].map((id) => ({ id, twin: twinOf(id), weights: ownWeights(id) }))
  return {
    records: new Map([
      ...ofRecords.map(({ id, twin, weights }) => [id, completed(weights, twin)] as const),
      ...[...surveyed].map(([code, food]) => [code, completed(none, food)] as const)
    ]),
    categories: new Map([...named].map(([key, { category }]) => [key, category])),
    ofFood: (key, fdcId) => completed(ownWeights(String(fdcId)), named.get(key) ?? twinOf(String(fdcId))),
    groups: groupWeights([
      ...[...surveyed.values()].map((food) => memberOf(food.category, food.weights, food)),
      ...ofRecords.map(({ id, twin, weights }) => memberOf(groupOf.get(id) ?? "", weights, twin)),
      ...[...dishes].map(([key, group]) => memberOf(group, none, named.get(key)))
    ])
  }
}

interface Surveyed extends SurveyFood {
  readonly weights: Weights
  readonly range: EatenRange | null
}

const none: Weights = new Map()

const surveyedFood = (food: SurveyFood, measured: Weights): Surveyed => {
  const serving = measured.get("serving") ?? food.eaten?.p50
  const weights = serving === undefined ? measured : new Map([...measured, ["serving", serving]])
  return { ...food, weights, range: eatenRange(food, serving) }
}

const memberOf = (group: string, weights: Weights, twin: Surveyed | undefined): GroupMember => ({
  group,
  weights,
  range: twin?.range ?? null,
  frequency: (twin?.reports ?? 0) + 1
})

/** Of several foods of the survey that are one record, the one that is reported most. */
const mostReported = (foods: ReadonlyArray<Surveyed>): ReadonlyMap<string, Surveyed> =>
  new Map(foods.toSorted((one, other) => one.reports - other.reports).map((food) => [food.ndb, food] as const).filter(([ndb]) => ndb !== ""))

/** What people say of a food in the survey comes before what a laboratory or a label calls a piece or a serving. */
const completed = (own: Weights, twin: Surveyed | undefined): Weights => {
  const weights = new Map([...own, ...(twin?.weights ?? [])])
  if (twin?.range != null) for (const [code, grams] of Object.entries(twin.range)) weights.set(code, Number(grams.toPrecision(2)))
  return new Map([...weights].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const groupsByRecord = ({ food, food_category }: UsdaTables): ReadonlyMap<string, string> => {
  const names = new Map(food_category.map((row) => [row.get("id"), row.get("description") ?? ""]))
  return new Map(food.map((row) => [row.get("fdc_id") ?? "", names.get(row.get("food_category_id")) ?? ""]))
}

const portionsByRecord = ({ food_portion, measure_unit }: UsdaTables): ReadonlyMap<string, ReadonlyArray<Portion>> => {
  const units = new Map(measure_unit.map((row) => [row.get("id"), row.get("name") ?? ""]))
  return new Map(
    [...Map.groupBy(food_portion, (row) => row.get("fdc_id") ?? "")].map(([id, portions]) => [
      id,
      portions.map((row) => {
        const unit = row.get("measure_unit_id") === "9999" ? "" : (units.get(row.get("measure_unit_id")) ?? "")
        return {
          description: `${unit} ${row.get("modifier") ?? ""}`.trim(),
          grams: Number(row.get("gram_weight")) / Number(row.get("amount") || "1")
        }
      })
    ])
  )
}
