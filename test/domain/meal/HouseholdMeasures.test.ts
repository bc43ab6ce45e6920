import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { weigh } from "../../../domain/meal/Weighing.ts"
import { facts } from "./Foods.ts"

const read = (file: string): ReadonlyArray<string> =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))

const keyAndId = (line: string): ReadonlyArray<readonly [id: string, key: string]> => {
  const key = /"key":"(\w+)"/.exec(line)?.[1]
  const fdcId = /"fdcId":(\d+)/.exec(line)?.[1]
  return key === undefined
    ? []
    : [[line.includes('"names"') && fdcId !== undefined ? `usda_${fdcId}` : `c_${key}`, key]]
}

/** The keys of the foods that meals know, by the ids of their records. */
const keys = new Map([
  ...read("../../../data/portions/usda-foods.jsonl").flatMap(keyAndId),
  ...read("../../../data/curated-foods.jsonl")
    .flatMap(keyAndId)
    .map(([, key]) => [`c_${key}`, key] as const)
])

interface Row {
  readonly text: string
  readonly food: string
  readonly from: number
  readonly to: number
}

const rows = (language: string): ReadonlyArray<Row> =>
  read(`household-measures.${language}.tsv`)
    .slice(1)
    .map((line) => {
      const [text = "", food = "", from, to] = line.split("\t")
      return { text, food, from: Number(from), to: Number(to) }
    })

/** What the first food of a text is, and whether its weight is in the range; further foods are shown. */
const outcome = ({ from, text, to }: Row): string => {
  const { items } = parseMeal(text)
  return items
    .map((item) => {
      const [id = ""] = item.records
      const { grams } = weigh(item, facts(id === "" ? "c_unknown" : id))
      const weight = grams >= from && grams <= to ? "" : ` ${grams} g, not ${from} to ${to}`
      return `${keys.get(id) ?? item.food}${weight}`
    })
    .join(", ")
}

describe.each(["ru", "ar"])("household measures of foods in %s", (language) => {
  it("are at least 120, each once", () => {
    const texts = rows(language).map(({ text }) => text)
    assert.isAtLeast(texts.length, 120)
    assert.lengthOf([...new Set(texts)], texts.length)
  })

  it.each(rows(language).map((row) => [row.text, row] as const))("%s", (_, row) => {
    assert.strictEqual(outcome(row), row.food)
  })
})
