import { type Ancestry, FactInheritance } from "../../domain/semantic/FactInheritance.ts"
import { type FactName, factsListed, readFacts } from "../../domain/semantic/FactRow.ts"
import { readWeights, type Weights } from "../../domain/semantic/Weights.ts"
import type { Problems, Table, TableRow } from "./Table.ts"

const altogether = 0.9

/** What the lexicon says of the foods that facts hang on. */
interface Lexicon {
  /** `id|under|…` */
  readonly concepts: ReadonlyArray<string>
  /** `id facet facet …` */
  readonly facets: ReadonlyArray<string>
}

const rowsIn = (tables: ReadonlyArray<Table>, name: string): ReadonlyArray<TableRow> =>
  tables.find((table) => table.name === name)?.rows ?? []

const factNamesIn = (tables: ReadonlyArray<Table>): ReadonlyMap<string, FactName> =>
  new Map(
    rowsIn(tables, "fact-names").map(({ attributes: [fact = "", dimension = "", level = ""] }) => [
      fact,
      { dimension, level: Number(level) }
    ])
  )

const facetsIn = ({ facets }: Lexicon): ReadonlyMap<string, Weights> =>
  new Map(
    facets.map((line) => {
      const [id = "", ...own] = line.split(" ")
      return [id, readWeights(own.join(" "))]
    })
  )

const groupsOf = (facets: Weights | undefined): ReadonlyArray<string> =>
  [...(facets ?? [])].filter(([name, weight]) => name.startsWith("g:") && weight >= altogether).map(([name]) => name)

const ancestryOf = (lexicon: Lexicon, facets: ReadonlyMap<string, Weights>, groups: ReadonlyMap<string, Weights>) => {
  const under = new Map(
    lexicon.concepts.map((line) => {
      const [id = "", above = ""] = line.split("|")
      return [id, above.split(",").filter((name) => name !== "")]
    })
  )
  const ancestry: Ancestry = {
    under: (food) => under.get(food) ?? [],
    groups: (food) => groupsOf(facets.get(food)),
    wider: (group) => groupsOf(groups.get(group))
  }
  return { ancestry, foods: new Set(under.keys()) }
}

/** What one row says that it cannot: a fact that there is not, or two that exclude each other. */
const checkRow = (where: string, listed: string, names: ReadonlyMap<string, FactName>, problems: Problems): void => {
  const said = new Map<string, string>()
  for (const { fact } of factsListed(listed)) {
    const dimension = names.get(fact)?.dimension
    if (dimension === undefined) problems.push(`${where}: no fact is called ${fact}`)
    else if (said.has(dimension)) problems.push(`${where}: ${fact} contradicts ${said.get(dimension)}`)
    else said.set(dimension, fact)
  }
}

/**
 * The rows of food-facts.tsv: each of a food, a group or a property that exists, once, with facts that exist and agree, none of
 * which it has anyway as a kind of food.
 */
export const checkFacts = (tables: ReadonlyArray<Table>, lexicon: Lexicon, problems: Problems): void => {
  const names = factNamesIn(tables)
  const facets = facetsIn(lexicon)
  const properties = new Set([...facets.values()].flatMap((each) => [...each.keys()]))
  const groups = new Map(
    rowsIn(tables, "food-groups").map(({ attributes: [name = "", wider = ""] }) => [`g:${name}`, readWeights(wider)])
  )
  const { ancestry, foods } = ancestryOf(lexicon, facets, groups)
  const rows = rowsIn(tables, "food-facts")
  const known = new Map<string, Weights>()
  for (const { attributes: [food = "", listed = ""], line } of rows) {
    const where = `food-facts:${line}`
    checkRow(where, listed, names, problems)
    if (known.has(food)) problems.push(`${where}: ${food} stands twice`)
    if (!foods.has(food) && !groups.has(food) && !(food.startsWith("a:") && properties.has(food)))
      problems.push(`${where}: no food is called ${food}`)
    known.set(food, readFacts(listed, names))
  }
  const inheritance = new FactInheritance(known, ancestry)
  for (const { attributes: [food = "", listed = ""], line } of rows) {
    const inherited = inheritance.inheritedBy(food)
    for (const { fact, isDenied } of factsListed(listed)) {
      const name = names.get(fact)
      if (name === undefined) continue
      const level = isDenied ? 0 : name.level
      if (inherited.get(name.dimension) === level)
        problems.push(`food-facts:${line}: ${food} has "${isDenied ? "-" : ""}${fact}" as a kind of food`)
    }
  }
}
