import { readFileSync } from "node:fs"
import type { LexiconSources } from "./Compile.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

/** The files that the lexicon is compiled from. */
export const readSources = (): LexiconSources => ({
  foods: read("./foods.txt"),
  taxonomies: [read("./off-ingredients.jsonl"), read("./off-categories.jsonl")],
  cuts: read("./cut.txt"),
  curated: read("../curated-foods.jsonl")
})
