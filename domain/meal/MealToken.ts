import { withNumberCompounds } from "../language/quantities/NumberCompounds.ts"
import { withNumberedNames } from "../language/quantities/NumberedNames.ts"
import { type TextToken, textTokens } from "../language/quantities/TextToken.ts"
import { textLengthMax } from "./MealItem.ts"

/** A word, number or mark of a description. */
export type MealToken = TextToken

/** Words of a description beyond this one are not looked at. */
const tokensMax = 400

/** The tokens of a description, names with numbers as one, numbers in compounds apart. */
export const mealTokens = (description: string): ReadonlyArray<MealToken> =>
  withNumberedNames(withNumberCompounds(textTokens(description.slice(0, textLengthMax), tokensMax)))
