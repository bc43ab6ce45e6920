import { Language } from "../../domain/language/Language.ts"
import { type Script, scriptOfLanguage } from "../../domain/language/Languages.ts"

/** A node of an Open Food Facts taxonomy, in our languages. */
export interface TaxonomyNode {
  /** without the language before it */
  readonly id: string
  readonly parents: ReadonlyArray<string>
  /** in the order of `Language.literals` */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
}

/** Additives (E300, its salts), vitamins and minerals, which nobody eats by name; labels of groups; what is no food. */
const noFood =
  /^e\d{3}|^vitamin|sulfate|sulphate|chloride|phosphate|gluconate|citrate|carbonate|ferments|lactobacillus|streptococcus|enzyme|additive|preservative|emulsifier|agent$|regulator|enhancer|stabili[sz]er|acidity|colou?r$|-pet-|^pet-|cat-food|dog-food|for-cats|for-dogs|calendar|product|foods?$|^foods|groceries|-based|their-|^fresh|^refrigerated|^frozen-|^prepared-|^dehydrated|^plant-based|^meals|-dishes$|^desserts$|from-france|french-|-from-|gost$|not-specified|^dietary|^undefined|^open-|^non-food|seedless|^added|^unknown/u

const plain: Readonly<Record<Script, RegExp>> = {
  Latin: /^[a-z][a-z' -]{2,39}$/u,
  Cyrillic: /^[а-яё][а-яё -]{1,39}$/u,
  Arabic: /^[\u0621-\u064a][\u0621-\u064a ]{1,39}$/u
}
/** Names that join two foods, or say what something is for. */
const joined = /(?:^| )(?:and|or|with|in|from|for|of|и|или|с|со|в|из|для|без|от|на|و|او|مع|من|في)(?: |$)/u
const wordsMax = 4

const isPlain = (name: string, form: RegExp): boolean =>
  form.test(name) && !joined.test(name) && name.split(/[ -]/u).length <= wordsMax

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const strings = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : []

const namesIn = (node: Readonly<Record<string, unknown>>, language: string, form: RegExp): ReadonlyArray<string> => {
  const first = isRecord(node["name"]) ? node["name"][language] : undefined
  const others = isRecord(node["synonyms"]) ? strings(node["synonyms"][language]) : []
  const all = [...(typeof first === "string" ? [first] : []), ...others]
  const spelt = all.map((name) =>
    name
      .normalize("NFKD")
      .replace(/[\u0300-\u0305\u0307-\u036f\u064b-\u065f]/gu, "")
      .normalize("NFKC")
      .toLowerCase()
      .trim()
  )
  return [...new Set(spelt)].filter((name) => isPlain(name, form))
}

/** Reads an extract of a taxonomy, one node a line, without the nodes that name no food. */
export const readTaxonomy = (text: string): ReadonlyArray<TaxonomyNode> =>
  text.split("\n").flatMap((line) => {
    const node: unknown = line === "" ? null : JSON.parse(line)
    if (!isRecord(node) || typeof node["id"] !== "string") return []
    const id = node["id"].replace(/^[a-z]{2}:/u, "")
    if (!/^[a-z-]+$/u.test(id) || noFood.test(id)) return []
    const names = Language.literals.map((language) => namesIn(node, language, plain[scriptOfLanguage[language]]))
    if (names.every((list) => list.length === 0)) return []
    return [{ id, parents: strings(node["parents"]).map((parent) => parent.replace(/^[a-z]{2}:/u, "")), names }]
  })
