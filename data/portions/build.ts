/**
 * Compiles the table of foods and household portions that `domain/meal` reads, and the words of which names of foods are
 * made: `node bin/node.mjs data/portions/build.ts`. From the bundled USDA tables, the curated foods, the lexicon, and our
 * own `foods.txt`; the same files make the same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync, strFromU8, unzipSync } from "fflate"
import { conceptLines } from "../../domain/language/Knowledge.ts"
import { readCsv } from "../Csv.ts"
import { compilePortions } from "./Compile.ts"
import { foodWords, namesOfLexicon, namesOfRecords } from "./FoodWords.ts"

const at = (file: string): URL => new URL(file, import.meta.url)
const usda = unzipSync(new Uint8Array(readFileSync(at("../usda.zip"))))
const table = (name: string) => readCsv(strFromU8(usda[`${name}.csv`] ?? new Uint8Array()))

const compiled = compilePortions({
  curated: readFileSync(at("../curated-foods.jsonl"), "utf8"),
  built: readFileSync(at("../curated.jsonl"), "utf8"),
  usda: readFileSync(at("./usda-foods.jsonl"), "utf8"),
  own: readFileSync(at("./foods.txt"), "utf8"),
  roles: readFileSync(at("./food-roles.tsv"), "utf8"),
  alternatives: readFileSync(at("./measure-alternatives.tsv"), "utf8"),
  survey: strFromU8(gunzipSync(new Uint8Array(readFileSync(at("./survey-amounts.tsv.gz"))))),
  twins: readFileSync(at("./survey-foods.tsv"), "utf8"),
  words: readFileSync(at("./portion-words.tsv"), "utf8"),
  tables: {
    food: table("food"),
    food_portion: table("food_portion"),
    food_category: table("food_category"),
    foundation_food: table("foundation_food"),
    measure_unit: table("measure_unit"),
    sr_legacy_food: table("sr_legacy_food")
  }
})
writeFileSync(at("../../domain/meal/portions.json"), `${JSON.stringify(compiled, null, 2)}\n`)
process.stdout.write(`${compiled.foods.length} foods, ${compiled.usda.length} USDA records with portions\n`)

const words = foodWords([
  ...table("food").map((row) => row.get("description") ?? ""),
  ...table("household_name").map((row) => row.get("name") ?? ""),
  ...namesOfRecords(strFromU8(gunzipSync(new Uint8Array(readFileSync(at("../fndds.jsonl.gz")))))),
  ...namesOfRecords(readFileSync(at("../curated-foods.jsonl"), "utf8")),
  ...namesOfLexicon(conceptLines)
])
writeFileSync(at("../../domain/meal/food-words.json"), `${JSON.stringify({ words }, null, 2)}\n`)
