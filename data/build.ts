import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync, strToU8, zipSync } from "fflate"
import { curatedLines, namesOfCurated } from "./Curated.ts"
import { fnddsFoods } from "./Fndds.ts"
import { householdNameTable, readHouseholdNames } from "./HouseholdNames.ts"
import { offLine } from "./OffRow.ts"
import { openFoodFactsRows } from "./OpenFoodFacts.ts"
import { Originals } from "./Originals.ts"
import { surveyAmounts } from "./SurveyAmounts.ts"
import { surveyDescriptions } from "./records/Descriptions.ts"
import { usdaFiles, usdaTables } from "./Usda.ts"

/**
 * Rebuilds the bundled catalogue: `node bin/node.mjs data/build.ts <folder-with-originals> [<target folder>]`.
 * The same originals make the same bytes: fixed times, sorted rows, and a compressor written in JavaScript (fflate),
 * whose output does not depend on the engine's zlib.
 */
const here = dirname(fileURLToPath(import.meta.url))
const [folder, target = here] = process.argv.slice(2)
if (folder === undefined) throw new Error("usage: node bin/node.mjs data/build.ts <folder-with-originals> [<target>]")

const lines = (rows: ReadonlyArray<string>): string => rows.map((row) => `${row}\n`).join("")
// zip stores local time without a zone: a local date is the same bytes everywhere
const zipTime = new Date(1980, 0, 1)

const originals = new Originals(folder)
const tables = usdaTables(originals)
const ours = (name: string): string => readFileSync(join(here, name), "utf8")
const household = readHouseholdNames(ours("household-names.tsv"))
const usda = [...usdaFiles(tables), householdNameTable(household, tables)]
const curated = curatedLines(ours("curated-foods.jsonl"), tables, ours("portions/foods.txt"))
const curatedNames = curated.flatMap((line) => namesOfCurated(line))
const fndds = fnddsFoods(originals, household, curatedNames)
const off = openFoodFactsRows(originals)

mkdirSync(join(target, "portions"), { recursive: true })
mkdirSync(join(target, "records"), { recursive: true })
const entries = Object.fromEntries(usda.map(([name, text]) => [name, strToU8(text)]))
writeFileSync(join(target, "usda.zip"), zipSync(entries, { level: 9, mtime: zipTime }))
writeFileSync(join(target, "off.jsonl.gz"), gzipSync(strToU8(lines(off.map(offLine))), { level: 9, mtime: 0 }))
writeFileSync(join(target, "fndds.jsonl.gz"), gzipSync(strToU8(lines(fndds.lines)), { level: 9, mtime: 0 }))
writeFileSync(
  join(target, "records/survey-descriptions.tsv.gz"),
  gzipSync(strToU8(lines(surveyDescriptions(originals))), { level: 9, mtime: 0 })
)
writeFileSync(join(target, "curated.jsonl"), lines(curated))
writeFileSync(
  join(target, "portions/survey-amounts.tsv.gz"),
  gzipSync(strToU8(lines(surveyAmounts(originals))), { level: 9, mtime: 0 })
)
process.stdout.write(`USDA ${tables.food.length}, Open Food Facts ${off.length}, curated ${curated.length} foods\n`)
process.stdout.write(`FNDDS ${JSON.stringify(fndds.counts)}\n`)
