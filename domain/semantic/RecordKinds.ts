import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import type { Language } from "../language/Language.ts"
import { phraseTrie } from "../language/PhraseTrie.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import type { ProductFacts } from "../product/ProductFacts.ts"
import { remembering } from "../Remembering.ts"
import { facetsOf } from "./FoodFacets.ts"
import type { Weights } from "./Weights.ts"

/** Words as they are written: whoever asks for restaurants means none of their records. */
const asWritten = (text: string): ReadonlyArray<Token> =>
  tokenize(text).map((token) => ({ ...token, stem: token.written }))

interface Row {
  readonly kind: string
  readonly words: ReadonlyArray<Token>
}

const rows = rowsOf("record-kinds").map((row) => {
  const [kind = "", cost = "", where = ""] = row.attributes
  return { kind, cost: Number(cost), where, phrases: phrasesOf(row) }
})

const trieOf = (some: typeof rows) =>
  phraseTrie(
    some
      .flatMap(({ kind, phrases }) => phrases.map((phrase): Row => ({ kind, words: asWritten(phrase) })))
      .map(({ kind, words }) => ({ words, value: kind }))
  )

const inNames = trieOf(rows.filter(({ where }) => where === "name"))
const inQuestions = trieOf(rows.filter(({ where }) => where === "question"))
const costs: ReadonlyMap<string, number> = new Map(rows.flatMap(({ cost, kind }) => (cost > 0 ? [[kind, cost]] : [])))

const kindsIn = (text: string, phrases: typeof inNames): ReadonlyArray<string> => {
  const words = asWritten(text)
  const kinds: Array<string> = []
  for (let i = 0; i < words.length; i++) {
    const found = phrases.longestAt(words, i)
    if (found === null) continue
    kinds.push(found.value)
    i = found.end - 1
  }
  return kinds
}

/** The kinds of records that a question names, so that they are meant. */
export const recordKindsNamed = (question: string): ReadonlySet<string> =>
  new Set([...kindsIn(question, inNames), ...kindsIn(question, inQuestions)])

// the same candidates are looked at for many questions
const namesMax = 60_000
const kindsOfName = remembering(namesMax, (name) => kindsIn(name, inNames))

/** What it costs a record that it is of a kind that nobody means who does not name it; 0 for what people buy and cook. */
export const costOfKind = ({ foodGroup, names }: ProductFacts, named: ReadonlySet<string>): number => {
  const texts = [...Object.values(names).flatMap((each) => each ?? []), foodGroup ?? ""]
  const kinds = texts.flatMap(kindsOfName).filter((kind) => !named.has(kind))
  return kinds.reduce((most, kind) => Math.max(most, costs.get(kind) ?? 0), 0)
}

const unexpected = rowsOf("unexpected-foods").map(({ attributes: [language = "", facet = "", cost = ""] }) => ({
  language,
  facet,
  cost: Number(cost)
}))

/** From here on a product is of a group, or has enough of it. */
const shareMin = 0.3

/** What it costs a product that who asks in this language expects none of its kind, unless a food that is named is of it. */
export const costOfUnexpected = (asked: Language, foods: Iterable<string>, groups: Weights): number => {
  const named = [...foods]
  return unexpected
    .filter(({ language }) => language === asked)
    .filter(({ facet }) => !named.some((food) => (facetsOf(food).get(facet) ?? 0) >= shareMin))
    .reduce((sum, { cost, facet }) => sum + ((groups.get(facet) ?? 0) >= shareMin ? cost : 0), 0)
}
