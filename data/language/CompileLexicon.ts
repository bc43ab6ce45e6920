import { tokenize, exactForm } from "../../domain/language/Tokenizer.ts"
import { readCurated } from "./CuratedNames.ts"
import { type FoodRow, readFoods } from "./FoodNames.ts"
import type { KnowledgeSources } from "./Sources.ts"
import type { Problems } from "./Table.ts"
import { readTaxonomy, type TaxonomyNode } from "./Taxonomy.ts"

export interface CompiledLexicon {
  /** `id|under|en|ru|ar` */
  readonly concepts: ReadonlyArray<string>
  /** `id facet facet …` of our own foods; those that have the facets of the foods they are under stand there with none */
  readonly facets: ReadonlyArray<string>
  /** what became of each node of the taxonomies, to be read before a new version is committed */
  readonly review: ReadonlyArray<string>
}

interface Entry {
  readonly id: string
  readonly under: Array<string>
  readonly names: ReadonlyArray<Array<string>>
  readonly own: boolean
}

type Cuts = ReadonlyMap<string, ReadonlySet<string> | "all">

const bare = (name: string): string => name.replace(/^[~?!]/u, "")
const isEqual = (name: string): boolean => !/^[~?]/u.test(name)

/** Two names are the same phrase when these are equal. */
const keyOf = (name: string): string =>
  tokenize(bare(name))
    .map((token) => token.stem)
    .join(" ")

const readCuts = (text: string): Cuts =>
  new Map(
    text
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line) => {
        const [id = "", names] = line.split(":").map((part) => part.trim())
        return [id, names === undefined ? "all" : new Set(names.split(",").map((name) => keyOf(name)))]
      })
  )

/**
 * Our own foods first. A node of a taxonomy that has one of their names adds its other names to that food, any other
 * node is a food of its own; a node whose names are those of several foods is dropped, and a name that some food has
 * already stays with it. Last, a name of one word of a curated record goes to the food that its other names mean, if they
 * mean one only. Two of our own foods with one name are a problem.
 */
export const compileLexicon = (sources: KnowledgeSources, problems: Problems): CompiledLexicon => {
  const compiler = new Compiler(readCuts(sources.exclusions), problems)
  const foods = readFoods(sources.foods, problems)
  for (const food of foods) compiler.addFood(food)
  const nodes = sources.taxonomies.flatMap(readTaxonomy).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const node of nodes) compiler.addNode(node)
  for (const node of nodes) compiler.addParents(node)
  for (const names of readCurated(sources.curated)) compiler.addCurated(names)
  return {
    concepts: [...compiler.entries.values()].map(toLine),
    facets: foods.map((food) => `${food.id} ${food.facets}`.trimEnd()),
    review: compiler.review
  }
}

const toLine = ({ id, under, names }: Entry): string =>
  [id, under.join(","), ...names.map((list) => list.join(","))].join("|")

class Compiler {
  readonly entries = new Map<string, Entry>()
  readonly review: Array<string> = []
  private readonly cuts: Cuts
  private readonly problems: Problems
  private readonly ownerOfKey = new Map<string, string>()
  private readonly ownerOfWritten = new Map<string, string>()
  private readonly hints = new Set<string>()
  private readonly entryOfNode = new Map<string, string>()

  constructor(cuts: Cuts, problems: Problems) {
    this.cuts = cuts
    this.problems = problems
  }

  addFood({ id, under, names }: FoodRow): void {
    if (this.entries.has(id)) this.problems.push(`foods: two foods are called ${id}`)
    this.entries.set(id, { id, under: [...under], names: names.map((list) => [...list]), own: true })
    for (const name of names.flat()) {
      if (isEqual(name)) this.claim(name, id)
      else this.hints.add(keyOf(name))
    }
  }

  private claim(name: string, id: string): void {
    const written = exactForm(tokenize(bare(name)))
    const other = this.ownerOfWritten.get(written)
    if (other !== undefined && other !== id) this.problems.push(`foods: "${name}" means ${other} and ${id}`)
    this.ownerOfWritten.set(written, id)
    this.ownerOfKey.set(keyOf(name), id)
  }

  addNode(node: TaxonomyNode): void {
    const names = this.withoutCuts(node)
    const [same, another] = new Set(names.flat().flatMap((name) => this.ownerOfKey.get(keyOf(name)) ?? []))
    if (another !== undefined) {
      this.review.push(`SPLIT ${node.id}: ${same}, ${another} <- ${names.flat().join(", ")}`)
      if (same !== undefined) this.entryOfNode.set(node.id, same)
      return
    }
    const id = same ?? node.id
    const entry = this.entries.get(id) ?? { id, under: [], names: names.map(() => []), own: false }
    const added = entry.names.flatMap((list, i) => this.addNames(list, names[i] ?? [], id))
    if (added.length > 0) this.review.push(`${same === undefined ? "NEW" : "MERGED"} ${node.id} > ${id}: ${added.join(", ")}`)
    if (entry.names.flat().length === 0) return
    this.entryOfNode.set(node.id, id)
    this.entries.set(id, entry)
  }

  private withoutCuts({ id, names }: TaxonomyNode): TaxonomyNode["names"] {
    const cut = this.cuts.get(id)
    if (cut === undefined) return names
    const keep = (list: ReadonlyArray<string>) => list.filter((name) => cut !== "all" && !cut.has(keyOf(name)))
    return names.map(keep)
  }

  private addNames(list: Array<string>, names: ReadonlyArray<string>, id: string): ReadonlyArray<string> {
    return names.filter((name) => {
      const key = keyOf(name)
      if (key === "" || this.ownerOfKey.has(key) || this.hints.has(key)) return false
      this.ownerOfKey.set(key, id)
      list.push(name)
      return true
    })
  }

  addCurated(names: TaxonomyNode["names"]): void {
    const [id, another] = new Set(names.flat().flatMap((name) => this.ownerOfKey.get(keyOf(name)) ?? []))
    const entry = id === undefined || another !== undefined ? undefined : this.entries.get(id)
    if (entry === undefined) return
    const kept = this.withoutCuts({ id: entry.id, parents: [], names })
    const added = entry.names.flatMap((list, i) => {
      const words = (kept[i] ?? []).filter((name) => /^\p{L}{3,}$/u.test(name))
      return this.addNames(list, words, entry.id)
    })
    if (added.length > 0) this.review.push(`CURATED ${entry.id}: ${added.join(", ")}`)
  }

  addParents({ id, parents }: TaxonomyNode): void {
    const entry = this.entries.get(this.entryOfNode.get(id) ?? "")
    if (entry === undefined || entry.own) return
    for (const parent of parents) {
      const above = this.entryOfNode.get(parent)
      if (above !== undefined && above !== entry.id && !entry.under.includes(above)) entry.under.push(above)
    }
  }
}
