import { conceptOf, isFiledUnder, type Mention } from "./Lexicon.ts"
import { type AnalyzedName, brandedWords, indices, type Phrase, phraseFrom } from "./NamePhrase.ts"
import { languageOfWord } from "./Stemming.ts"
import { isCarrier, isGroup, isMadeDish, isPartOfFood, isPlainWord, isStuffed } from "./NameRoles.ts"
import { isAlternative, isMixing, isNounFirst, isNounFirstScript, isRussianAdjective, leavesSame } from "./NameWords.ts"
import { isProperty } from "./FoodProperties.ts"
import type { Field } from "../search/SearchableProduct.ts"
import { hasToken } from "./TokenRange.ts"

/** Where in the name its words and the foods mentioned in it stand, in their order. */
export interface NameParts {
  readonly tokens: ReadonlyArray<NameField>
  readonly mentions: ReadonlyArray<NameField>
}
export type NameField = Extract<Field, "subject" | "head" | "dish" | "phrase" | "name">

const mentionsOf = (mentions: ReadonlyArray<Mention>, word: number): ReadonlyArray<Mention> =>
  mentions.filter((mention) => hasToken(mention, word))

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

/** Unless it is part of a name that says more: сгущённое молоко is no молоко, сухое молоко neither. */
const leavesSameAt = ({ mentions, tokens }: Pick<AnalyzedName, "mentions" | "tokens">, i: number): boolean => {
  const token = tokens[i]
  if (token === undefined || isPlainWord(token)) return token !== undefined
  return leavesSame(token) && mentionsOf(mentions, i).every(({ end, start }) => end - start === 1)
}

interface About {
  readonly phrase: Phrase
  readonly heads: ReadonlyArray<number>
  /** the words that may make the food another than its head says */
  readonly core: ReadonlyArray<number>
}

const isFoodAlone = (mentions: ReadonlyArray<Mention>, i: number): boolean =>
  mentions.some(({ end, start }) => start === i && end === i + 1)

/** The last word, and the food before it where that names a part: a chicken drumstick is chicken. */
const nounLastHeads = (
  { mentions, tokens }: Pick<AnalyzedName, "mentions" | "tokens">,
  words: ReadonlyArray<number>,
  first: number
): ReadonlyArray<number> => {
  const [before, last = first] = words.slice(-2).length === 2 ? words.slice(-2) : [undefined, words[0]]
  const isPart = before !== undefined && isPartOfFood(tokens[last]) && isFoodAlone(mentions, before)
  return isPart ? [last, before] : [last]
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
  const core = words.filter((i) => !leavesSameAt({ mentions, tokens }, i))
  const first = words[0] ?? 0
  if (!isNounFirstScript(written(first))) {
    return { phrase, core, heads: isNounFirst(language) ? [first] : nounLastHeads({ mentions, tokens }, words, first) }
  }
  const script = languageOfWord(written(first))
  const nouns = script === "ru" ? words.filter((i) => !isRussianAdjective(written(i))) : words
  const head = nouns[0] ?? first
  const foods = mentionsOf(mentions, head)
  if (foods.length === 0) {
    const food = nouns.find((i) => mentionsOf(mentions, i).length > 0)
    if (food === undefined || indices(head, food).some((i) => isCarrier(tokens[i]))) {
      return { phrase, core, heads: [head] }
    }
    return { phrase, core: script === "ar" ? core.filter((i) => i >= food) : core, heads: [head, food] }
  }
  const kind = isGroup(tokens[head])
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
 * connecting word ("Beans in tomato sauce"); of two phrases where the first is the word of a group ("Fish, salmon, raw") or
 * where "or" stands between them ("Egg omelet or scrambled egg").
 * A head without anything else but what leaves the food plain is the subject of the name. `isDishRecord`: the record is
 * known to be a dish of several foods, whatever its name says.
 */
export const partsOfName = (
  whole: AnalyzedName,
  brands: ReadonlyArray<ReadonlyArray<string>>,
  isDishRecord = false
): NameParts => {
  const name = { ...whole, mentions: whole.mentions.filter(({ concept }) => !isProperty(concept)) }
  const branded = brandedWords(name.tokens, brands)
  const abouts = phrasesOf(name, branded).map((phrase) => {
    const about = aboutOf(name, phrase)
    const isDish = phrase.isMixed || isFilled(name, phrase)
    return { ...about, isDish: (isDish || isDishRecord) && !about.heads.some((head) => isMadeDish(name.tokens[head])) }
  })
  const fieldOf = (isIn: (i: number) => boolean, isSubject: (about: About) => boolean): NameField => {
    const about = abouts.find(({ phrase }) => phrase.words.some(isIn))
    if (about === undefined) return "name"
    if (!about.heads.some(isIn)) return "phrase"
    const isWhole = !about.phrase.isComposed && about.core.every(isIn) && isSubject(about)
    if (about.isDish) return isDishRecord && isWhole ? "subject" : "dish"
    return isWhole ? "subject" : "head"
  }
  return {
    tokens: name.tokens.map((_, i) => {
      const field = fieldOf(
        (word) => word === i,
        () => !isMadeOther(name, i)
      )
      return field !== "name" && isPartOfOther(name, i) ? "phrase" : field
    }),
    mentions: whole.mentions.map((mention) => {
      const longer = longerThan(name, mention)
      if (longer !== undefined && !isFiledUnder(longer.concept, mention.concept)) return "phrase"
      const field = fieldOf(
        (word) => hasToken(longer ?? mention, word),
        () => true
      )
      return longer === undefined ? field : notWhole(field)
    })
  }
}

const phrasesOf = (name: AnalyzedName, branded: ReadonlySet<number>): ReadonlyArray<Phrase> => {
  const first = phraseFrom(name, 0, branded)
  if (isAlternative(name.tokens[first.end])) return [first, phraseFrom(name, first.end + 1, branded)]
  const isOfGroup = first.words.every((i) => isGroup(name.tokens[i]))
  if (!isOfGroup || first.isComposed || first.end >= name.tokens.length) return [first]
  return [first, phraseFrom(name, first.end, branded)]
}

const isAcrossClauses = ({ tokens }: AnalyzedName, { end, start }: Mention): boolean =>
  tokens.slice(start + 1, end).some((token) => token.startsClause)

/**
 * Is the food made another one by what stands behind the comma? "Milk, chocolate" and "Egg, yolk" are, whereas "Cheese, cheddar" is not, since cheddar cheese is cheddar.
 */
const isMadeOther = ({ mentions, tokens }: AnalyzedName, word: number): boolean => {
  const next = tokens.findIndex((token, i) => i > word && token.startsClause)
  if (next === -1) return false
  const described = mentions.filter(({ start }) => start === next)
  const isSame = (whole: Mention) => described.some(({ concept }) => concept === whole.concept)
  return described.length > 0 && !mentionsOf(mentions, word).some((whole) => whole.end > next && isSame(whole))
}

/** "Carrots, stewed with rice", "Помидоры, фаршированные грибами": a dish of it and other foods. */
const isFilled = ({ mentions, tokens }: AnalyzedName, { end: start, words }: Phrase): boolean => {
  if (words.some((i) => isStuffed(tokens[i]))) return true
  if (tokens[start]?.startsClause !== true) return false
  if (isStuffed(tokens[start])) return true
  const stop = tokens.findIndex((token, i) => i > start && token.startsClause)
  const end = stop === -1 ? tokens.length : stop
  const joint = tokens.findIndex((_, i) => i >= start && i < end && isMixing(tokens, i))
  return joint !== -1 && mentions.some((mention) => mention.start > joint && mention.end <= end)
}

/** Dates in "تمر هندي", which is tamarind: together the words name what neither of them does. */
const isPartOfOther = ({ mentions }: AnalyzedName, word: number): boolean =>
  mentionsOf(mentions, word).some(({ end, opaque, start }) => opaque && end - start > 1)

const notWhole = (field: NameField): NameField => (field === "subject" ? "head" : field)

/** Milk in "coconut milk" is another food, and cheese in "Cheese, cheddar" is none; chicken in "chicken breast" is the same. */
const longerThan = (name: AnalyzedName, { start, end }: Mention): Mention | undefined =>
  name.mentions.find(
    (longer) =>
      longer.start <= start &&
      longer.end >= end &&
      longer.end - longer.start > end - start &&
      !isAcrossClauses(name, longer)
  )
