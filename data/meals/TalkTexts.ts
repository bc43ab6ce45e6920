import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { mealFoods } from "../../domain/meal/FoodTable.ts"
import { languageOfName } from "../../domain/meal/FoodNames.ts"
import { mealTokens } from "../../domain/meal/MealToken.ts"
import { tagsOf } from "../../domain/meal/Tagger.ts"
import { type CompiledTalk, compileTalk, featureCount, talkFeatures } from "../../domain/meal/TalkClassifier.ts"
import { talkSigns } from "../../domain/meal/TalkSigns.ts"
import { trainClassifier } from "../../domain/semantic/classifier/ClassifierTraining.ts"

/** A text of `talk.tsv`. */
export interface TalkText {
  /** `dev` is trained on, `check` never */
  readonly set: string
  readonly language: string
  readonly text: string
  /** words that stand in what is read, `*` for any; none for what is no meal */
  readonly foods: ReadonlyArray<string>
}

export const readTalkTexts = (): ReadonlyArray<TalkText> =>
  readFileSync(new URL("./talk.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(1)
    .map((line) => {
      const [set = "", language = "", , text = "", foods = ""] = line.split("\t")
      return {
        set,
        language,
        text: text.replaceAll("\\n", "\n"),
        foods: foods.split(",").filter((food) => food !== "")
      }
    })

/** Of the names of foods so many are left out. */
const nameStride = 4
const otherName = 7

const gram = { en: "g", ru: "г", ar: "غرام" } as const
const along = { en: "with", ru: "с", ar: "مع" } as const

/** Short descriptions, of which most are: foods of our own with and without amounts, in all shapes. */
const shortMeals = (): ReadonlyArray<string> => {
  const names = [...mealFoods().values()].flatMap((food) => food.names)
  return names
    .filter((_, i) => i % nameStride === 0)
    .map((name, i) => {
      const other = names[(otherName * i) % names.length] ?? name
      const language = languageOfName(name)
      const shapes = [
        name,
        `200 ${gram[language]} ${name}`,
        `2 ${name}`,
        `${name}, ${other}`,
        `${name} ${along[language]} ${other}`,
        `${name} 150 ${gram[language]}, ${other} 80 ${gram[language]}`,
        `${name} (150 ${gram[language]})`,
        `- ${name}\n- ${other}`
      ]
      return shapes[i % shapes.length] ?? name
    })
}

const Described = Schema.fromJsonString(Schema.Struct({ description: Schema.String }))
const decodeDescribed = Schema.decodeUnknownSync(Described)
/** Of the names of FNDDS so many are left out. */
const fnddsStride = 3

/** What the foods of FNDDS are called, brands among them: nouns that say nothing of other talk (public domain). */
const nouns = (): ReadonlyArray<string> =>
  gunzipSync(readFileSync(new URL("../fndds.jsonl.gz", import.meta.url)))
    .toString()
    .split("\n")
    .filter((line, i) => line !== "" && i % fnddsStride === 0)
    .map((line) => decodeDescribed(line).description)

const exampleOf = (text: string, of: number) => {
  const { tags, words } = tagsOf(mealTokens(text))
  return { of, features: talkFeatures({ tags, words, signs: talkSigns(tags, words) }) }
}

/** The classifier of these texts and of short descriptions; the same texts give the same one. */
export const trainTalk = (texts: ReadonlyArray<TalkText>): CompiledTalk =>
  compileTalk(
    trainClassifier({
      classCount: 2,
      featureCount,
      examples: [
        ...texts.map(({ foods, text }) => exampleOf(text, foods.length === 0 ? 1 : 0)),
        ...[...shortMeals(), ...nouns()].map((text) => exampleOf(text, 0))
      ]
    })
  )
