import { withoutAnnounced } from "./Announcements.ts"
import { withoutBrackets } from "./Brackets.ts"
import { isEaten, toItem } from "./ItemBuilder.ts"
import { withCorrections } from "./Corrections.ts"
import { withCompounds } from "./Compounds.ts"
import { settleAcrossItems } from "./CrossItemRules.ts"
import { itemsMax, type ParsedMeal } from "./MealItem.ts"
import { mealTokens } from "./MealToken.ts"
import { settleParts } from "./Parts.ts"
import { readPhrases } from "./PhraseReader.ts"
import { withoutNegated } from "./Scope.ts"
import { withStatedMeasures } from "./StatedMeasures.ts"
import { withShares } from "./Shares.ts"
import { isOfMeal } from "./MealTalk.ts"
import { tagsOf } from "./Tagger.ts"
import { unexplainedNumbers } from "./Unexplained.ts"
import { withDishes } from "./DishSpans.ts"
import { withoutTitles } from "./Titles.ts"
import { unreadWords } from "./UnreadWords.ts"

/**
 * The foods of a described meal with what is said of their amounts, in the order of the text; none when it names no food.
 * Foods that were not eaten are left out. Reads the first 2,000 characters and 40 items; pure, so the same text always
 * yields the same items.
 */
export const parseMeal = (text: string): ParsedMeal => {
  const tagged = tagsOf(mealTokens(text))
  const { tags, words } = tagged
  const scoped = withShares(withoutNegated(tags, words), words)
  const listed = withoutBrackets(withoutTitles(withStatedMeasures(scoped), words), words)
  const counted = withDishes(withCompounds(listed, words), words, text)
  const phrases = readPhrases(counted, words, text)
  const corrected = withoutAnnounced(withCorrections(phrases, words), words)
  settleParts(corrected, words)
  const isMeal = isOfMeal(tags, words)
  const builders = corrected.filter(isMeal)
  settleAcrossItems(builders, words)
  const eaten = builders.filter(isEaten)
  const items = eaten.map((item) => toItem(item, words, text))
  // what corrects an amount names no food
  const read = phrases.filter((phrase) => phrase.foods.length === 0 || isMeal(phrase))
  return {
    items: items.slice(0, itemsMax),
    unexplained: unexplainedNumbers(text, tagged, counted, read),
    unread: unreadWords(text, tagged, eaten)
  }
}
