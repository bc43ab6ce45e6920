import { conceptsIn, isFiledUnder } from "../../language/Lexicon.ts"
import { languageOfWord } from "../../language/Stemming.ts"
import { tokenize } from "../../language/Tokenizer.ts"
import { type MealItem, preparations } from "../MealItem.ts"
import { queryOfWords, type RecordQuery, saidBy } from "./RecordQuery.ts"
import { formsOfWord, sauteedBit, wordOf } from "./RecordWords.ts"

/** What a part of a food tells, beside the food itself, and what a record loses that says nothing of it. */
const partFactor = 0.8
const missingOfPart = 0.2

/** The query of an item: its phrase, with what it is without, its parts and its preparation. */
export const queryOfItem = (item: MealItem): RecordQuery => {
  const query = item.parts.length === 0 ? queryOfWords(tokenize(item.food), item.language) : withParts(item)
  const absent = item.without.map((thing) => absenceOf(thing))
  const terms = [...query.terms, ...absent.flatMap((each) => each.terms)]
  return {
    ...query,
    ...saidBy(terms),
    terms,
    attributes: [...query.attributes, ...absent.flatMap((each) => each.attributes)],
    forms: query.forms | formsOf(item),
    fat: fatOf(item)
  }
}

/** The bits of the stated preparation. In English fried is fried in a coating, if it is not sautéed. */
const formsOf = ({ language, preparation, text }: MealItem): number => {
  if (preparation === null) return 0
  const bit = 1 << preparations.indexOf(preparation)
  if (preparation !== "fried") return bit
  if (language !== "en") return bit | sauteedBit
  return tokenize(text).some((token) => formsOfWord(token) === sauteedBit) ? sauteedBit : bit
}

/** The query of a food with its parts, which a record may leave unsaid: "Bagel" of one with egg and sausage. */
const withParts = ({ food, language, parts }: MealItem): RecordQuery => {
  const length = tokenize(food).length
  const text = `${food} ${wordOf("with", language)} ${parts.join(", ")}`
  const query = queryOfWords(tokenize(text), language)
  const terms = query.terms.map((term) =>
    term.start < length || term.isHead ? term : { ...term, weight: term.weight * partFactor, missing: missingOfPart }
  )
  return { ...query, ...saidBy(terms), terms, attributes: query.attributes.filter(({ start }) => start < length) }
}

/**
 * Labels of cheese in Russian and Arabic state the fat of the dry matter (GOST 32260, Codex Stan 283), which is about 0.57 of
 * a semi-hard cheese; no cheese has 30 % and more of its weight by other custom.
 */
const fatOf = ({ fatPercent, food, language }: MealItem): RecordQuery["fat"] => {
  if (fatPercent === null) return null
  const isOfDryMatter =
    fatPercent >= fatOfDryMatterMin &&
    language !== "en" &&
    conceptsIn(tokenize(food)).some(({ concept }) => concept === cheese || isFiledUnder(concept, cheese))
  return { labelled: fatPercent, ofWeight: isOfDryMatter ? fatPercent * dryMatterOfCheese : fatPercent }
}

const cheese = "cheese"
const fatOfDryMatterMin = 30
const dryMatterOfCheese = 0.57

/** What it says of a food that a thing is not in it. */
const absenceOf = (thing: string): Pick<RecordQuery, "terms" | "attributes"> => {
  const language =
    tokenize(thing)
      .map(({ written }) => languageOfWord(written))
      .find((known) => known !== null) ?? "en"
  const tokens = tokenize(`${wordOf("negation", language)} ${thing.replaceAll("-", " ")}`)
  return queryOfWords(tokens, language)
}
