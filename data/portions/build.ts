/**
 * Compiles the table of foods and household portions that `domain/meal` reads: `node bin/node.mjs data/portions/build.ts`.
 * From the bundled USDA tables, the curated foods, and our own `foods.txt`; the same files make the same bytes.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { strFromU8, unzipSync } from "fflate"
import { readCsv } from "../Csv.ts"
import { compilePortions } from "./Compile.ts"

const at = (file: string): URL => new URL(file, import.meta.url)
const usda = unzipSync(new Uint8Array(readFileSync(at("../usda.zip"))))
const table = (name: string) => readCsv(strFromU8(usda[`${name}.csv`] ?? new Uint8Array()))

const compiled = compilePortions({
  curated: readFileSync(at("../curated-foods.jsonl"), "utf8"),
  built: readFileSync(at("../curated.jsonl"), "utf8"),
  usda: readFileSync(at("./usda-foods.jsonl"), "utf8"),
  own: readFileSync(at("./foods.txt"), "utf8"),
  roles: readFileSync(at("./food-roles.tsv"), "utf8"),
  tables: { food: table("food"), food_portion: table("food_portion"), measure_unit: table("measure_unit") }
})
writeFileSync(at("../../domain/meal/portions.json"), `${JSON.stringify(compiled, null, 2)}\n`)
process.stdout.write(`${compiled.foods.length} foods, ${compiled.usda.length} USDA records with portions\n`)
