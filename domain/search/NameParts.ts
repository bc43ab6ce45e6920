import { conceptOf, type Mention } from "../lexicon/Lexicon.ts"
import { analyze, type Token } from "../text/Analyzer.ts"
import { languageOfWord } from "../text/Stemming.ts"
import type { Place } from "./SearchableProduct.ts"

/** A name as it is taken apart. */
export interface AnalyzedName {
  readonly language: string
  readonly tokens: ReadonlyArray<Token>
  /** the foods of the lexicon that its words name */
  readonly mentions: ReadonlyArray<Mention>
}

/** Where in the name its words and the foods mentioned in it stand, in their order. */
export interface NameParts {
  readonly tokens: ReadonlyArray<NamePlace>
  readonly mentions: ReadonlyArray<NamePlace>
}
type NamePlace = Extract<Place, "subject" | "head" | "phrase" | "name">

const wordsOf = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
const stemsOf = (text: string): ReadonlySet<string> => new Set(analyze(text).map((token) => token.stem))

/** Languages of the Latin script in which the noun stands before what describes it. */
const nounFirst: ReadonlySet<string> = new Set(["fr", "es", "it", "pt", "ro", "ca", "gl"])

/** Words that end the phrase that a name begins with. */
const connectors: ReadonlySet<string> = new Set(
  wordsOf(`
    with without in of for and or w from on made style flavored flavoured
    с со в во из для на и или без по к от под
    مع في من بدون و علي او ب ل بنكهه بطعم
    de du des d a au aux avec en et sans con sin y e di del della da al alla alle com sem
    mit ohne aus und von fur im
  `)
)

/** Words for kinds of food that tables put before the food itself: "Fish, salmon", "Сыр Российский", "جبنة شيدر". */
const groups: ReadonlySet<string> = stemsOf(`
  fish nuts seeds spices beverages beverage alcoholic cereals ready to eat snacks candies crustaceans mollusks game
  meat cheese fast foods restaurant
  рыба орехи семена специи напиток напитки сыр крупа зелень
  سمك مكسرات بهارات جبن جبنه
`)

const plain: ReadonlySet<string> = stemsOf(`
  raw fresh whole plain natural pure organic pasteurized pasteurised fluid classic traditional regular original
  свежий сырой цельный натуральный питьевой пастеризованный ультрапастеризованный отборный классический традиционный
  домашний столовый
  طازج طبيعي كامل الدسم نيء خام صافي نقي طويل الاجل بلدي
`)

/** Does the food stay the plain food with this word beside it? */
export const isPlainWord = (token: Token): boolean => plain.has(token.stem)

const russianAdjective = /.{2}(?:[ыио]й|ая|яя|ое|ее|ые|ие)$/
/** Nouns by use, adjectives by form. */
const adjectivesInForm: ReadonlySet<string> = new Set(["мороженое", "пирожное", "пирожные", "жаркое", "заливное"])

const isRussianAdjective = (word: string): boolean => russianAdjective.test(word) && !adjectivesInForm.has(word)

/** A phrase of the name that says what it is about: the indices of its words, without amounts and brands. */
interface Phrase {
  readonly words: ReadonlyArray<number>
  /** it goes on behind a connecting word: beans *with pork* */
  readonly isComposed: boolean
  /** the index behind it */
  readonly end: number
}

const phraseFrom = ({ tokens }: AnalyzedName, start: number, branded: ReadonlySet<number>): Phrase => {
  const isEnd = (token: Token, i: number) => i > start && (token.startsClause || isConnector(token))
  const stop = tokens.findIndex(isEnd)
  const end = stop === -1 ? tokens.length : stop
  const words = indices(start, end).filter((i) => tokens[i]?.isNumber === false)
  const unbranded = words.filter((i) => !branded.has(i))
  return {
    words: unbranded.length > 0 ? unbranded : words,
    isComposed: stop !== -1 && tokens[stop]?.startsClause === false,
    end
  }
}

/** In Arabic "with the" is written as one with its word. */
const isConnector = ({ written }: Token): boolean => connectors.has(written) || /^بال.{3}/.test(written)

const indices = (start: number, end: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)

/** The words that are names of the product's own brands. */
const brandedWords = (
  tokens: ReadonlyArray<Token>,
  brands: ReadonlyArray<ReadonlyArray<string>>
): ReadonlySet<number> => {
  const found = new Set<number>()
  for (const brand of brands) {
    const start = tokens.findIndex((_, i) => brand.every((word, j) => tokens[i + j]?.written === word))
    if (start !== -1) for (const i of indices(start, start + brand.length)) found.add(i)
  }
  return found
}

/** What the lexicon knows that is no food but said of one. */
const properties: ReadonlySet<string> = new Set(
  wordsOf(`
    canned frozen dried powder instant smoked fried baked boiled raw fresh spicy salted crunchy organic vegan vegetarian
    wholegrain halal kids natural sweetened unsweetened sour carbonated noncarbonated decaf
  `)
)

const mentionsOf = (mentions: ReadonlyArray<Mention>, word: number): ReadonlyArray<Mention> =>
  mentions.filter(({ end, start }) => start <= word && word < end)

/** Filed under it in the lexicon, or called by its name as well: cheddar is called cheddar cheese. */
const isKindOf = (concept: string, kind: string): boolean => {
  const food = conceptOf(concept)
  if (concept === kind || food === undefined) return concept === kind
  const kindNames = (conceptOf(kind)?.names ?? []).filter(({ use }) => use === "name")
  return (
    food.names.some(({ text }) => kindNames.some((name) => text.endsWith(` ${name.text}`))) ||
    food.under.some((parent) => isKindOf(parent, kind))
  )
}

interface About {
  readonly phrase: Phrase
  readonly heads: ReadonlyArray<number>
  /** the words that may make the food another than its head says */
  readonly core: ReadonlyArray<number>
}

/**
 * The words that a phrase is about: in English and its relatives the last ("Apple juice" is about juice), in Russian the
 * first that is no adjective ("Сгущённое молоко"), in Arabic and the Romance languages the first. Where that is no food
 * in Russian and Arabic, mostly a brand, the first food of the lexicon as well ("المراعي حليب"); behind the word of a
 * group its kind ("Сыр чеддер").
 */
const aboutOf = ({ language, mentions, tokens }: AnalyzedName, phrase: Phrase): About => {
  const { words } = phrase
  const written = (i: number) => tokens[i]?.written ?? ""
  const isPlain = (i: number) => plain.has(tokens[i]?.stem ?? "")
  const core = words.filter((i) => !isPlain(i))
  const first = words[0] ?? 0
  const script = languageOfWord(written(first))
  if (script !== "ru" && script !== "ar") {
    return { phrase, core, heads: [nounFirst.has(language) ? first : (words.at(-1) ?? first)] }
  }
  const nouns = script === "ru" ? words.filter((i) => !isRussianAdjective(written(i))) : words
  const head = nouns[0] ?? first
  const foods = mentionsOf(mentions, head)
  if (foods.length === 0) {
    const food = nouns.find((i) => mentionsOf(mentions, i).length > 0)
    if (food === undefined) return { phrase, core, heads: [head] }
    return { phrase, core: script === "ar" ? core.filter((i) => i >= food) : core, heads: [head, food] }
  }
  const kind = groups.has(tokens[head]?.stem ?? "")
    ? nouns.find(
        (i) =>
          i > head &&
          mentionsOf(mentions, i).some(({ concept }) => foods.some((food) => isKindOf(concept, food.concept)))
      )
    : undefined
  return { phrase, core, heads: kind === undefined ? [head] : [head, kind] }
}

/**
 * Takes a name apart. It is about the head of its first phrase, up to the first comma ("Milk, whole, 3.25% milkfat") or
 * connecting word ("Beans in tomato sauce"); of two phrases where the first is the word of a group ("Fish, salmon, raw").
 * A head without anything else but what leaves the food plain is the subject of the name.
 */
export const partsOfName = (whole: AnalyzedName, brands: ReadonlyArray<ReadonlyArray<string>>): NameParts => {
  const name = { ...whole, mentions: whole.mentions.filter(({ concept }) => !properties.has(concept)) }
  const branded = brandedWords(name.tokens, brands)
  const abouts = phrasesOf(name, branded).map((phrase) => aboutOf(name, phrase))
  const placeOf = (isIn: (i: number) => boolean, isSubject: (about: About) => boolean): NamePlace => {
    const about = abouts.find(({ phrase }) => phrase.words.some(isIn))
    if (about === undefined) return "name"
    if (!about.heads.some(isIn)) return "phrase"
    return !about.phrase.isComposed && about.core.every(isIn) && isSubject(about) ? "subject" : "head"
  }
  return {
    tokens: name.tokens.map((_, i) =>
      placeOf(
        (word) => word === i,
        () => !isMadeOther(name, i)
      )
    ),
    mentions: whole.mentions.map((mention) =>
      isPartOfLonger(name, mention)
        ? "phrase"
        : placeOf(
            (word) => mention.start <= word && word < mention.end,
            () => true
          )
    )
  }
}

const phrasesOf = (name: AnalyzedName, branded: ReadonlySet<number>): ReadonlyArray<Phrase> => {
  const first = phraseFrom(name, 0, branded)
  const isGroup = first.words.every((i) => groups.has(name.tokens[i]?.stem ?? ""))
  if (!isGroup || first.isComposed || first.end >= name.tokens.length) return [first]
  return [first, phraseFrom(name, first.end, branded)]
}

const isAcrossClauses = ({ tokens }: AnalyzedName, { end, start }: Mention): boolean =>
  tokens.slice(start + 1, end).some((token) => token.startsClause)

const stuffed: ReadonlySet<string> = stemsOf("stuffed filled фаршированный محشي محشو")
const withWords: ReadonlySet<string> = new Set(wordsOf("with с со مع"))

/**
 * Is the food made another one by what stands behind the comma? "Milk, chocolate", "Egg, yolk" and "Carrots, with rice"
 * are, whereas "Cheese, cheddar" is not, since cheddar cheese is cheddar.
 */
const isMadeOther = ({ mentions, tokens }: AnalyzedName, word: number): boolean => {
  const next = tokens.findIndex((token, i) => i > word && token.startsClause)
  if (next === -1) return false
  if (stuffed.has(tokens[next]?.stem ?? "") || isWithFood({ mentions, tokens }, next)) return true
  const described = mentions.filter(({ start }) => start === next)
  const isSame = (whole: Mention) => described.some(({ concept }) => concept === whole.concept)
  return described.length > 0 && !mentionsOf(mentions, word).some((whole) => whole.end > next && isSame(whole))
}

const isWithFood = ({ mentions, tokens }: Pick<AnalyzedName, "mentions" | "tokens">, start: number): boolean => {
  const stop = tokens.findIndex((token, i) => i > start && token.startsClause)
  const end = stop === -1 ? tokens.length : stop
  const joint = tokens.findIndex((token, i) => i >= start && i < end && withWords.has(token.written))
  return joint !== -1 && mentions.some((mention) => mention.start > joint && mention.end <= end)
}

/** Milk in "coconut milk" is another food; cheese in "Cheese, cheddar" is none. */
const isPartOfLonger = (name: AnalyzedName, { start, end }: Mention): boolean =>
  name.mentions.some(
    (longer) =>
      longer.start <= start &&
      longer.end >= end &&
      longer.end - longer.start > end - start &&
      !isAcrossClauses(name, longer)
  )
