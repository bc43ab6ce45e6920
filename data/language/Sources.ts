import { readdirSync, readFileSync } from "node:fs"

/** The files that the knowledge of the language room is compiled from. */
export interface KnowledgeSources {
  /** our own foods */
  readonly foods: string
  /** all other tables by their names */
  readonly tables: ReadonlyMap<string, string>
  /** extracts of taxonomies, one node a line */
  readonly taxonomies: ReadonlyArray<string>
  /** what of the taxonomies is left out: `node` or `node: name, name` a line */
  readonly exclusions: string
  /** what the curated foods are called, one record a line */
  readonly curated: string
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

const foodsTable = "foods.tsv"

const tableFiles = (): ReadonlyArray<string> =>
  readdirSync(new URL(".", import.meta.url))
    .filter((file) => file.endsWith(".tsv") && file !== foodsTable)
    .toSorted()

export const readSources = (): KnowledgeSources => ({
  foods: read(foodsTable),
  tables: new Map(tableFiles().map((file) => [file.replace(/\.tsv$/, ""), read(file)])),
  taxonomies: [read("./off-ingredients.jsonl"), read("./off-categories.jsonl")],
  exclusions: read("./taxonomy-exclusions.txt"),
  curated: read("../curated-foods.jsonl")
})
