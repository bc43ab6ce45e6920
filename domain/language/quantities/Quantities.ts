import { amountAt } from "./Amounts.ts"
import { eachAt, roughlyAt, setAt, timesAt, wholeAt } from "./Counts.ts"
import { dateAt, durationAt, headingAt } from "./Dates.ts"
import { energyAt } from "./Energies.ts"
import { codeAt, peopleAt, personAt, priceAt, sizeAt } from "./Figures.ts"
import { contentAt } from "./NutrientStatements.ts"
import { isLink } from "./NumberLinks.ts"
import { writtenAt } from "./Neighbours.ts"
import { middleOf, type Numeral, numeralAt } from "./Numerals.ts"
import { isCounted } from "./QuantityWords.ts"
import { percentageAt } from "./Percentages.ts"
import type { Circumstance, Quantity, QuantityText } from "./Quantity.ts"
import { timeOfDayAt } from "./TimesOfDay.ts"
import type { TextToken } from "./TextToken.ts"

type Text = QuantityText<TextToken>

/** What stands before a token. */
export interface Before {
  /** the last quantity, if only a comma stands between */
  readonly quantity: Quantity | null
  /** a food, in the same part of the text */
  readonly isFood: boolean
  /** a number, or a measure */
  readonly isAmount: boolean
}

type Reader = (text: Text, start: number, before: Before) => Quantity | null

const isBeside = ({ quantity }: Before, of: Circumstance): boolean =>
  quantity?.kind === "circumstance" && quantity.of === of

const contentBeside: Reader = (text, start, before) => contentAt(text, start, isBeside(before, "content"))

/** What a food may be said to come with that is no food: "with 5% fat", "with 20 g of protein". */
const withContent: Reader = (text, start, before) => {
  if (!isLink(text.tokens, start, "with", "beside")) return null
  const content = energyAt(text, start + 1) ?? percentageAt(text, start + 1) ?? contentBeside(text, start + 1, before)
  const isOther = content === null || (content.kind === "percentage" && content.of !== "fat")
  return isOther ? null : { ...content, start }
}

/** From the surest to the least sure: what more words say comes first. */
const readers: ReadonlyArray<Reader> = [
  codeAt,
  withContent,
  energyAt,
  percentageAt,
  contentBeside,
  (text, start, before) => personAt(text, start, isBeside(before, "person")),
  priceAt,
  dateAt,
  timeOfDayAt,
  headingAt,
  peopleAt,
  timesAt,
  setAt,
  sizeAt,
  (text, start, { isFood }) => amountAt(text, start, isFood),
  durationAt,
  (text, start, { isAmount }) => (isAmount ? (roughlyAt(text, start) ?? wholeAt(text, start)) : null),
  (text, start, { isAmount }) => eachAt(text, start, isAmount)
]

const hundredths = /^(?:\d{2,}|[5-9])\.\d{2}$/

/** Nobody counts in hundredths: 12.99 is a price, perhaps. */
const isPrice = (text: Text, start: number, { end }: Numeral): boolean =>
  hundredths.test(writtenAt(text.tokens, start)) && end === start + 1 && !isCounted(text, end)

/** What the numbers say that begin at a token, with the words that belong to them; `null` for none. */
export const quantityAt = (text: Text, start: number, before: Before): Quantity | null => {
  for (const reader of readers) {
    const found = reader(text, start, before)
    if (found !== null) return found
  }
  const numeral = numeralAt(text.tokens, start)
  return numeral === null || isPrice(text, start, numeral)
    ? null
    : { kind: "number", value: middleOf(numeral), start, end: numeral.end }
}
