import { partsOfName } from "../../language/FoodNameParser.ts"
import { isProperty } from "../../language/FoodProperties.ts"
import { conceptsIn, type Mention, mentionsIn } from "../../language/Lexicon.ts"
import { isPortionWord } from "../../language/NameRoles.ts"
import { isConnector, leavesSame } from "../../language/NameWords.ts"
import { parseText } from "../../language/ParsedText.ts"
import { isProcessingWord } from "../../language/Preparation.ts"
import { hasToken } from "../../language/TokenRange.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { wordTable } from "../../language/WordTable.ts"
import { wordsOf, byStem } from "../../language/WordClasses.ts"
import { remembering } from "../../Remembering.ts"
import { exclusionIds, withImplied, withNarrower } from "./ExclusionKinds.ts"
import { isNamedCloser, isOf } from "./KindsOfFoods.ts"
import { claimsOfAbsence } from "./ExclusionReader.ts"
import { isThing, wordingAt } from "./ExclusionWordings.ts"
import { contentsOf, isKnownFree, isMadeByRecipe } from "./FoodContents.ts"

/** What one text of a product says of what is in it. */
export interface TextContents {
  /** all foods that it names */
  readonly foods: ReadonlyArray<string>
  /** those of them that it is about */
  readonly heads: ReadonlyArray<string>
  /** the same as they are written, also where the name of a record says one of them closer */
  readonly subjects: ReadonlyArray<string>
  readonly contains: ReadonlySet<string>
  /** of that what is in it whatever its recipe: no list of ingredients takes it away */
  readonly surely: ReadonlySet<string>
  readonly unknown: ReadonlySet<string>
  /** what no claim takes away */
  readonly earnest: ReadonlySet<string>
  /** what it claims to be free of */
  readonly claimed: ReadonlySet<string>
  /** stems of words that nothing explains: any of them may be the name of something in it */
  readonly unexplained: ReadonlyArray<string>
  /** it says that more is in it than it names */
  readonly hasMore: boolean
  /** it is a label of several kinds of foods */
  readonly isOfSeveral: boolean
  /** it is of what takes the place of the foods that it names */
  readonly isSubstitute: boolean
}

const signs = wordTable("content-signs", ({ attributes: [sign = ""] }) => sign, { byWriting: true })
const neutralWords = wordsOf("neutral-words", byStem)

const separator = "\n"
const textsMax = 60_000
const brandsMax = 8

const isInside = (inner: Mention, outer: Mention): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start

/** Milk in "coconut milk": the longer name is known to be free of it. */
export const isTakenBack = (inner: Mention, id: string, mentions: ReadonlyArray<Mention>): boolean =>
  mentions.some((outer) => isInside(inner, outer) && contentsOf(outer.concept).isOwn && isKnownFree(outer.concept, id))

/** "dried" is a sign of sulphites. */
export const mayHold = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> =>
  tokens.flatMap((_, i) => {
    const sign = signs.at(tokens, i)?.value
    return sign !== undefined && exclusionIds.includes(sign) ? [sign] : []
  })

/** Does a word say that more is in a food than it is called? */
export const saysMore = (tokens: ReadonlyArray<Token>, i: number): boolean => signs.at(tokens, i)?.value === "more"

const withBehind = 3

/** Does it say that something is in it which no list knows? "with", and then no food. */
const hasUnknownAddition = (tokens: ReadonlyArray<Token>, mentions: ReadonlyArray<Mention>): boolean =>
  tokens.some((_, i) => {
    const sign = signs.at(tokens, i)
    if (sign === null || (sign.value !== "with" && sign.value !== "more")) return false
    return sign.value === "more" || !mentions.some(({ start }) => start >= sign.end && start < sign.end + withBehind)
  })

interface NamedThing {
  /** what the word is about: milk, of milk and lactose */
  readonly first: string
  readonly ids: ReadonlyArray<string>
}

/** What the words name by the wordings of exclusions, which know more than foods: "whey", "booze". */
export const thingsNamed = (
  tokens: ReadonlyArray<Token>,
  mentions: ReadonlyArray<Mention>,
  isAbsent: (i: number) => boolean
): ReadonlyArray<NamedThing> =>
  [...tokens.keys()].flatMap((i) => {
    const wording = isAbsent(i) ? null : wordingAt(tokens, i)
    if (wording === null || !isThing(wording.value)) return []
    const around = mentions.filter((outer) => outer.start <= i && wording.end <= outer.end)
    const ids = [...withImplied(wording.value.ids)].filter(
      (id) => !around.some(({ concept }) => isKnownFree(concept, id))
    )
    return ids.length === 0 ? [] : [{ first: wording.value.ids[0] ?? "", ids }]
  })

const brandWordsOf = (brands: string): ReadonlyArray<ReadonlyArray<string>> =>
  brands
    .split(",")
    .slice(0, brandsMax)
    .map((brand) => tokenize(brand).map(({ written }) => written))
    .filter((words) => words.length > 0)

/** Does it name nothing to eat? */
export const isExplained = (token: Token): boolean =>
  token.isNumber ||
  token.written.length === 1 ||
  isConnector(token) ||
  isPortionWord(token) ||
  isProcessingWord(token) ||
  leavesSame(token) ||
  neutralWords().has(token.stem)

const quoted = /«[^»]*»|“[^”]*”|"[^"]*"/gu

/** Stems of the words that are no food, nothing said of one, no brand and no name in quotation marks. */
const unexplainedIn = (text: string, tokens: ReadonlyArray<Token>, brands: ReadonlyArray<ReadonlyArray<string>>) => {
  const { spans } = parseText(tokens)
  const names = new Set([
    ...brands.flat(),
    ...(text.match(quoted) ?? []).flatMap((part) => tokenize(part).map(({ written }) => written))
  ])
  return tokens.flatMap((token, i) =>
    spans.some((span) => hasToken(span, i)) || names.has(token.written) || isExplained(token) ? [] : [token.stem]
  )
}

interface Name {
  readonly language: string
  readonly tokens: ReadonlyArray<Token>
  readonly isAbsent: (i: number) => boolean
}

/** The foods that a name is about, rather than those beside them. */
const headsIn = ({ isAbsent, language, tokens }: Name, brands: ReadonlyArray<ReadonlyArray<string>>) => {
  const mentions = conceptsIn(tokens).filter(({ concept, start }) => !isProperty(concept) && !isAbsent(start))
  const { mentions: fields } = partsOfName({ language, tokens, mentions }, brands)
  return mentions.flatMap(({ concept }, i) =>
    fields[i] === "subject" || fields[i] === "head" || fields[i] === "dish" ? [concept] : []
  )
}

const readContents = (language: string, brands: string, isOfTable: boolean, text: string): TextContents => {
  const tokens = tokenize(text)
  const claims = claimsOfAbsence(tokens)
  const isAbsent = (i: number): boolean => claims.spans.some((span) => hasToken(span, i))
  const all = mentionsIn(tokens).filter(({ concept, start }) => !isProperty(concept) && !isAbsent(start))
  const wider = new Set(isOfTable ? all.filter((food) => isNamedCloser(food, all)).map(({ concept }) => concept) : [])
  const mentions = all.filter(({ concept }) => !wider.has(concept))
  const of = (among: ReadonlyArray<Mention>, kind: "contains" | "unknown" | "earnest") =>
    among.flatMap((mention) =>
      [...contentsOf(mention.concept)[kind]].filter((id) => !isTakenBack(mention, id, mentions))
    )
  const branded = brandWordsOf(brands)
  const subjects = headsIn({ language, tokens, isAbsent }, branded)
  const heads = subjects.flatMap((food) =>
    wider.has(food) ? mentions.flatMap(({ concept }) => (isOf(concept, food) ? [concept] : [])) : [food]
  )
  const things = thingsNamed(tokens, mentions, isAbsent)
  // "granules without milk, whole milk added" is not without milk
  const denied = new Set(things.flatMap(({ first, ids }) => (claims.ids.has(first) ? ids : [])))
  const claimed = new Set([...withNarrower(claims.ids)].filter((id) => !denied.has(id)))
  const contains = new Set([...of(mentions, "contains"), ...things.flatMap(({ ids }) => ids)])
  const lasting = mentions.filter(({ concept }) => !isMadeByRecipe(concept))
  const hasSign = (wanted: string): boolean => tokens.some((_, i) => signs.at(tokens, i)?.value === wanted)
  const isSubstitute = hasSign("substitute")
  return {
    foods: mentions.map(({ concept }) => concept),
    heads,
    subjects,
    contains,
    surely: new Set([...of(lasting, "contains"), ...things.flatMap(({ ids }) => ids)]),
    unknown: new Set(
      isSubstitute || isMadeOtherwise(heads, claimed) ? exclusionIds : [...of(mentions, "unknown"), ...mayHold(tokens)]
    ),
    earnest: new Set(of(mentions, "earnest")),
    claimed,
    unexplained: unexplainedIn(text, tokens, branded),
    hasMore: hasUnknownAddition(tokens, mentions),
    isOfSeveral: isSubstitute || hasSign("several"),
    isSubstitute
  }
}

/** Meatless chicken is made of something else, of which nothing is known. */
const isMadeOtherwise = (heads: ReadonlyArray<string>, claimed: ReadonlySet<string>): boolean =>
  heads.some((food) => !contentsOf(food).contains.isDisjointFrom(claimed))

const remembered = remembering(textsMax, (key): TextContents => {
  const [language = "", brands = "", source = "", text = ""] = key.split(separator)
  return readContents(language, brands, source === tableOfFoods, text)
})

const inOneLine = (text: string): string => text.replaceAll(separator, " ")

const tableOfFoods = "table"

/** Reads a name or a label of a product of these brands. `isOfTable`: it is the name of a record of a table of foods. */
export const textContentsOf = (text: string, language: string, brands: string, isOfTable: boolean): TextContents =>
  remembered([language, inOneLine(brands), isOfTable ? tableOfFoods : "", inOneLine(text)].join(separator))
