import { readFileSync } from "node:fs"
import { gunzipSync, strFromU8, unzipSync } from "fflate"
import { Schema } from "effect"
import { readCsv } from "../Csv.ts"
import { wordsOf } from "../FnddsNames.ts"
import { readName } from "../../domain/meal/records/NameReading.ts"
import { rawBit } from "../../domain/meal/records/RecordWords.ts"
import portions from "../../domain/meal/portions.json" with { type: "json" }

export type RecordName = readonly [language: string, name: string, use: "name" | "alias"]

/** A generic food as the index of records knows it. */
export interface NamedRecord {
  readonly id: string
  /** how often it was reported; our own foods as those that are eaten most */
  readonly reports: number
  /** of 100 g */
  readonly kcal: number
  /** of 100 g, or as its label states it */
  readonly fat: number
  readonly group: string
  /** the first as it is shown; an alias may be that of a food for which it stands in */
  readonly names: ReadonlyArray<RecordName>
  /** it is eaten in another form, which has a record of its own */
  readonly isRaw: boolean
  /** further words that are said for it */
  readonly descriptions: ReadonlyArray<string>
}

const bytes = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../${file}`, import.meta.url)))
const unpacked = (file: string): string => strFromU8(gunzipSync(bytes(file)))
const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

interface Survey {
  readonly reports: number
  readonly name: string
  readonly descriptions: ReadonlyArray<string>
}

/** Who says no more of a food means what the survey has not further specified, even under a code newer than the counts. */
const unspecifiedReports = 300

const readSurvey = (): ReadonlyMap<string, Survey> =>
  new Map(
    lines(unpacked("records/survey-descriptions.tsv.gz")).map((line) => {
      const [code = "", reports = "0", isSpecified, name = "", descriptions = ""] = line.split("\t")
      return [code, { reports: Math.max(Number(reports), isSpecified === "0" ? unspecifiedReports : 0), name, descriptions: descriptions === "" ? [] : descriptions.split("; ") }]
    })
  )

const Names = Schema.Struct({ en: Schema.Array(Schema.String) , ru: Schema.optionalKey(Schema.Array(Schema.String)), ar: Schema.optionalKey(Schema.Array(Schema.String)) })
const decodeSurveyFood = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      foodCode: Schema.Int,
      description: Schema.String,
      householdNames: Names,
      wweiaFoodCategory: Schema.Struct({ wweiaFoodCategoryDescription: Schema.String }),
      foodNutrients: Schema.Array(Schema.Struct({ nutrientId: Schema.Int, amount: Schema.Finite }))
    })
  )
)
const decodeCurated = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      key: Schema.String,
      foodGroup: Schema.String,
      nutrition: Schema.Struct({ calories: Schema.Finite, fats: Schema.Finite })
    })
  )
)

const labelled = (names: Partial<Record<"en" | "ru" | "ar", ReadonlyArray<string>>>) =>
  (["en", "ru", "ar"] as const).flatMap((language) =>
    (names[language] ?? []).map((name, i): RecordName => [language, name, i === 0 ? "name" : "alias"])
  )

const energy = [1008, 2048, 2047]
const core = [1003, 1004, 1005]

/** Nobody counted these; they are eaten as often as the common foods of the survey. */
const ownReports = 3000
/** Records that meals know by a name of their own, where the survey has another of the same food. */
const knownReports = 100

/** All generic foods of the bundled catalogue whose four core values are known. */
export const namedRecords = (): ReadonlyArray<NamedRecord> => {
  const survey = readSurvey()
  const inSurvey = lines(unpacked("fndds.jsonl.gz")).map((line) => decodeSurveyFood(line))
  return [...curatedRecords(survey, new Set(inSurvey.map(({ foodCode }) => String(foodCode)))), ...surveyRecords(inSurvey, survey), ...usdaRecords()]
}

/** Names that meals know, by id: curated foods and records of FoodData Central. */
const mealNames = new Map(
  portions.foods.map((line) => {
    const [id = "", , , , en = "", ru = "", ar = ""] = line.split("|")
    const split = (column: string) => column.split(",").filter((name) => name !== "")
    return [id, labelled({ en: split(en), ru: split(ru), ar: split(ar) })]
  })
)

const aliasesOf = (id: string): ReadonlyArray<RecordName> =>
  (mealNames.get(id) ?? []).map(([language, name]) => [language, name, "alias"])

/** Foods that are meant in another form when nothing is said (rice is cooked), and those made from records of what is raw. */
const rawFoods = new Set(
  portions.foods.flatMap((line) => {
    const [id = "", origin = "", , settings = ""] = line.split("|")
    const isOfRaw = readName(origin.slice(origin.indexOf(" ") + 1), "en").forms === rawBit
    return isOfRaw || / eaten:/.test(` ${settings}`) ? [id] : []
  })
)

/** The fat that labels state, where it is not that of the record: of cheese in dry matter, of mince when it was raw. */
const labelFats = new Map(
  portions.foods.flatMap((line) => {
    const [id = "", , , settings = ""] = line.split("|")
    const fat = /(?:^| )fat:([\d.]+)/.exec(settings)?.[1]
    return fat === undefined ? [] : [[id, Number(fat)] as const]
  })
)

/** A food of the survey that is called as a curated food is was left out of the catalogue, and lends it what it knows. */
const curatedRecords = (survey: ReadonlyMap<string, Survey>, kept: ReadonlySet<string>): ReadonlyArray<NamedRecord> => {
  const left = new Map([...survey].filter(([code]) => !kept.has(code)).map(([, food]) => [wordsOf(food.name), food]))
  return lines(strFromU8(bytes("curated.jsonl"))).map((line) => {
    const { foodGroup, key, nutrition } = decodeCurated(line)
    const names = mealNames.get(`c_${key}`) ?? []
    const same = names.flatMap(([language, name]) => (language === "en" ? (left.get(wordsOf(name)) ?? []) : []))
    return {
      id: `c_${key}`,
      reports: Math.max(ownReports, ...same.map(({ reports }) => reports)),
      kcal: nutrition.calories,
      fat: labelFats.get(`c_${key}`) ?? nutrition.fats,
      group: foodGroup,
      isRaw: rawFoods.has(`c_${key}`),
      names,
      descriptions: same.flatMap(({ descriptions }) => descriptions)
    }
  })
}

const surveyRecords = (
  foods: ReadonlyArray<ReturnType<typeof decodeSurveyFood>>,
  survey: ReadonlyMap<string, Survey>
): ReadonlyArray<NamedRecord> =>
  foods.map(({ description, foodCode, foodNutrients, householdNames, wweiaFoodCategory }) => {
    const id = `usda_${foodCode}`
    const amounts = new Map(foodNutrients.map(({ amount, nutrientId }) => [nutrientId, amount]))
    const own = survey.get(String(foodCode))
    return {
      id,
      reports: own?.reports ?? 0,
      kcal: amounts.get(1008) ?? 0,
      fat: amounts.get(1004) ?? 0,
      group: wweiaFoodCategory.wweiaFoodCategoryDescription,
      isRaw: rawFoods.has(id),
      names: [["en", description, "name"], ...labelled(householdNames), ...aliasesOf(id)],
      descriptions: own?.descriptions ?? []
    }
  })

const usdaRecords = (): ReadonlyArray<NamedRecord> => {
  const files = unzipSync(bytes("usda.zip"))
  const table = (name: string) => readCsv(strFromU8(files[`${name}.csv`] ?? new Uint8Array()))
  const amounts = new Map<string, Map<number, number>>()
  for (const row of table("food_nutrient")) {
    const id = row.get("fdc_id") ?? ""
    const own = amounts.get(id) ?? new Map<number, number>()
    amounts.set(id, own.set(Number(row.get("nutrient_id")), Number(row.get("amount"))))
  }
  const groups = new Map(table("food_category").map((row) => [row.get("id"), row.get("description") ?? ""]))
  const household = Map.groupBy(table("household_name"), (row) => row.get("fdc_id") ?? "")
  return table("food").flatMap((row) => {
    const fdcId = row.get("fdc_id") ?? ""
    const own = amounts.get(fdcId)
    const kcal = energy.map((nutrient) => own?.get(nutrient)).find((amount) => amount !== undefined)
    if (own === undefined || kcal === undefined || core.some((nutrient) => !own.has(nutrient))) return []
    const id = `usda_${fdcId}`
    const further = (household.get(fdcId) ?? []).map(
      (each): RecordName => [each.get("language") ?? "", each.get("name") ?? "", "alias"]
    )
    return [
      {
        id,
        reports: mealNames.has(id) ? knownReports : 0,
        kcal,
        fat: labelFats.get(id) ?? own.get(1004) ?? 0,
        group: groups.get(row.get("food_category_id")) ?? "",
        isRaw: rawFoods.has(id),
        names: [["en", row.get("description") ?? "", "name"], ...further, ...aliasesOf(id)],
        descriptions: []
      }
    ]
  })
}
