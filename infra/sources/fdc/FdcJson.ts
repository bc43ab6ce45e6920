import { type JsonRow, jsonRecordBatches } from "../JsonRecords.ts"
import { SeenCodes } from "../SeenCodes.ts"
import { rejected, type RowOutcome, type SourceRow } from "../SourceRow.ts"
import { addPerServing } from "./FdcBranded.ts"
import { FdcBrandedFoods } from "./FdcBrandedFoods.ts"
import { datasets, genericOutcome, identityRefusal } from "./FdcFood.ts"
import {
  amountsOf,
  categoryOf,
  foodCodeReference,
  householdNamesOf,
  idOf,
  inputFoodsOf,
  labelNutrientOf,
  labelOf,
  member,
  reportCountOf,
  servingOf,
  textOf
} from "./FdcJsonFood.ts"

/** Under which names FoodData Central lists foods: its dumps, and the answers of its search. */
const listNames = ["FoundationFoods", "SRLegacyFoods", "SurveyFoods", "BrandedFoods", "foods"]

const collections: ReadonlyMap<string, string> = new Map([
  ["foundation", datasets.foundation_food],
  ["sr legacy", datasets.sr_legacy_food],
  ["survey (fndds)", datasets.survey_fndds_food]
])

/**
 * The foods of a JSON dump of FoodData Central. Foods as such are there at once; branded foods come last, because which
 * record of a barcode counts is known only at the end of the file. Throws `SourceUnreadable`, after what could be read.
 */
export async function* fdcJsonRows(
  name: string,
  chunks: AsyncIterable<Uint8Array>
): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const seen = new SeenCodes()
  let branded: FdcBrandedFoods | null = null
  let failure: unknown = null
  try {
    try {
      for await (const records of jsonRecordBatches(name, chunks, listNames)) {
        const rows: Array<SourceRow> = []
        for (const record of records) {
          if ("value" in record && isBranded(record.value)) branded ??= new FdcBrandedFoods()
          const outcome = outcomeOf(record, seen, branded)
          if (outcome !== null) rows.push({ line: record.line, outcome })
        }
        if (rows.length > 0) yield rows
      }
    } catch (cause) {
      // What was read of a broken file is good: the branded foods of it as well
      failure = cause
    }
    if (branded !== null) yield* branded.rows()
    if (failure !== null) throw failure
  } finally {
    branded?.[Symbol.dispose]()
  }
}

const dataTypeOf = (food: unknown): string => textOf(member(food, "dataType")).trim()
const isBranded = (food: unknown): boolean => dataTypeOf(food).toLowerCase() === "branded"

/** `null` for a branded food that was put aside. */
const outcomeOf = (row: JsonRow, seen: SeenCodes, branded: FdcBrandedFoods | null): RowOutcome | null => {
  if ("refused" in row) return rejected(row.refused, row.detail)
  const food = row.value
  if (typeof food !== "object" || food === null || Array.isArray(food))
    return rejected("json_invalid", "no JSON object")
  const fdcId = idOf(food)
  const description = textOf(member(food, "description"))
  if (fdcId === "") return rejected("no_code", description)
  if (branded !== null && isBranded(food)) return putAside(branded, row.line, fdcId, description, food)
  const dataset = collections.get(dataTypeOf(food).toLowerCase())
  if (dataset === undefined) return rejected("data_type_unsupported", `${fdcId} ${dataTypeOf(food)}`)
  // True of every food of SR Legacy, a collection that ended in 2018; of a foundation food it means an old version
  const isOld = dataset === datasets.foundation_food && member(food, "isHistoricalReference") === true
  if (isOld) return rejected("superseded", `${fdcId} ${description}`)
  const refused = identityRefusal(fdcId, description)
  if (refused !== null) return refused
  if (!seen.add(fdcId)) return rejected("duplicate_in_file", fdcId)
  const category = categoryOf(food)
  return genericOutcome(
    {
      line: row.line,
      fdcId,
      dataset,
      description,
      category: category === "" ? null : category,
      amounts: amountsOf(food),
      ...foodCodeReference(food),
      householdNames: householdNamesOf(food),
      reportCount: reportCountOf(food),
      // of a foundation food these are the samples that were analysed
      ingredients: dataset === datasets.survey_fndds_food ? inputFoodsOf(food) : []
    },
    servingOf(food)
  )
}

const putAside = (
  branded: FdcBrandedFoods,
  line: number,
  fdcId: string,
  description: string,
  food: object
): RowOutcome | null => {
  const refused = branded.addFood(line, fdcId, description)
  if (refused !== null) return refused
  const label = labelOf(food)
  const amounts = amountsOf(food)
  addPerServing(amounts, label, labelNutrientOf(food))
  branded.addLabel(fdcId, label)
  amounts.forEach((amount, place) => branded.addAmount(fdcId, place, amount ?? ""))
  return null
}
