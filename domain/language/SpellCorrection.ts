import { Effect } from "effect"
import { beginsFood, conceptsIn, foodsSounding } from "./Lexicon.ts"
import { tokenize, type Token } from "./Tokenizer.ts"
import { editsAllowed } from "./EditDistance.ts"
import type { Language } from "./Language.ts"
import { languageOfWord } from "./Stemming.ts"
import { phoneticDistance, phoneticKeyOf, phoneticKeysOf } from "./PhoneticKey.ts"
import { isNonFood } from "./NonFoodWords.ts"
import { stemTerm } from "./Terms.ts"
import type { Vocabulary } from "./Vocabulary.ts"
import { endsOtherwise } from "./WordEndings.ts"

/** Words of other scripts that sound equally alike are all meant, up to so many. */
const alikeMax = 3

/** Beyond this distance of `phoneticDistance` a word of another script is another word. */
const soundDistanceMax = 0.7

/** From this length on a food may be two edits away if only vowels are wrong: малако, пилмени. */
const vowelEditsLengthMin = 6

/** From this length on the first letter may be the mistyped one: a short word has too many neighbours. */
const anyLetterLengthMin = 6

/** A known word is taken for a misspelling only when so few products carry it, and so many times as many the right one. */
const misspeltProductsMax = 3
const timesAsMany = 4

interface Candidate {
  readonly token: Token
  /** the less the likelier */
  readonly distance: number
  /** does it end in another vowel, or in none? */
  readonly endsOtherwise: boolean
  readonly products: number
}

const isFood = (token: Token): boolean => conceptsIn([token]).length > 0

/** The nearest, then those that end alike, then foods of the lexicon, then what most products carry. */
const likeliestFirst = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance ||
  Number(a.endsOtherwise) - Number(b.endsOtherwise) ||
  Number(isFood(b.token)) - Number(isFood(a.token)) ||
  b.products - a.products ||
  (a.token.written < b.token.written ? -1 : 1)

const candidates = Effect.fnUntraced(function* <E>(
  written: string,
  words: ReadonlyArray<{ readonly word: string; readonly distance: number }>,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Candidate>, E> {
  if (words.length === 0) return []
  const counts = yield* vocabulary.counts(words.map(({ word }) => word))
  return words
    .flatMap(({ distance, word }) => {
      const products = counts.get(word) ?? 0
      const [token] = tokenize(word)
      return products === 0 || token === undefined
        ? []
        : [{ token, distance, endsOtherwise: endsOtherwise(written, word), products }]
    })
    .toSorted(likeliestFirst)
})

/** Arabic leaves vowels out: a word of one consonant has nothing in common with others that have it. */
const isTooShort = (a: string, b: string): boolean =>
  (languageOfWord(a) === "ar" || languageOfWord(b) === "ar") && /^A?.?$/.test(phoneticKeyOf(a) ?? "")

/** Words of other scripts that may be this one, by their sound, likeliest first. */
const alike = Effect.fnUntraced(function* <E>(
  { written }: Token,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Candidate>, E> {
  const found = new Map<string, number>()
  const keys = phoneticKeysOf(written)
  for (const word of keys.length === 0 ? [] : yield* vocabulary.soundingLike(keys)) {
    const distance = phoneticDistance(written, word)
    if (distance <= soundDistanceMax && !isTooShort(written, word)) found.set(word, distance)
  }
  return yield* candidates(
    written,
    [...found].map(([word, distance]) => ({ word, distance })),
    vocabulary
  )
})

/** What a food is called in the catalogue that does not know it by this name: its plain transliteration. */
export const transliterated = Effect.fnUntraced(function* <E>(
  token: Token,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Token | null, E> {
  const foods = new Set(conceptsIn([token]).map(({ concept }) => concept))
  const found = (yield* alike(token, vocabulary)).find((each) =>
    conceptsIn([each.token]).some(({ concept }) => foods.has(concept))
  )
  return found?.token ?? null
})

/** The food that is called so in the asked language, in another script: its plain transliteration, carried or not. */
export const foodSpeltOut = ({ written }: Token, asked: Language): Token | null => {
  if (languageOfWord(written) === asked) return null
  const food = phoneticKeysOf(written)
    .flatMap(foodsSounding)
    .find((word) => languageOfWord(word) === asked && phoneticDistance(written, word) === 0)
  return food === undefined ? null : (tokenize(food)[0] ?? null)
}

/** Two consonants are soon alike. */
const soundsMin = 3

/**
 * The words of other scripts that are a known word by its sound; the closest only, and of these the foods. Of the beginning of a word, or with
 * Arabic, which leaves vowels out, only plain transliterations.
 */
export const soundingLike = Effect.fnUntraced(function* <E>(
  token: Token,
  isBeginning: boolean,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token>, E> {
  const isShort = (phoneticKeyOf(token.written) ?? "").length < soundsMin
  const isArabic = (word: Token) => languageOfWord(word.written) === "ar"
  const found = (yield* alike(token, vocabulary)).filter(
    (each) => each.distance === 0 || !(isBeginning || isShort || isArabic(token) || isArabic(each.token))
  )
  const [closest] = found
  if (closest === undefined) return []
  const isAsClose = (each: Candidate) =>
    each.distance === closest.distance &&
    each.endsOtherwise === closest.endsOtherwise &&
    isFood(each.token) === isFood(closest.token)
  return found
    .filter(isAsClose)
    .slice(0, alikeMax)
    .map((each) => each.token)
})

/** The shortest word that may be misspelt has four letters, so what it was meant to be has three or more. */
const meantLengthMin = 3
const hasDigit = /\p{N}/u

/** Can a misspelt word be meant to be this one? What cannot need not be looked for. */
export const mayBeMeant = (word: string): boolean => word.length >= meantLengthMin && !hasDigit.test(word)

/** Two mistakes are in vowels, or behind a beginning that was typed right; else it is another word. */
export const isLikeWithTwoMistakes = (written: string, word: string): boolean =>
  phoneticKeyOf(word) === phoneticKeyOf(written) ||
  (written.length >= twoMistakesLengthMin && word.startsWith(written.slice(0, sureLetters)))

/** From this length on two letters of any kind may be wrong behind so many right ones. */
const twoMistakesLengthMin = 8
const sureLetters = 3

/**
 * The words that this one may be a misspelling of: the fewest edits, then the same first letter, then foods, then the most
 * products.
 * None for words of other things than food, which are no misspellings.
 */
const similar = Effect.fnUntraced(function* <E>(
  token: Token,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Candidate & { readonly edits: number }>, E> {
  const { written } = token
  const edits = editsAllowed(written)
  if (edits === 0 || isNonFood(token)) return []
  const near = yield* vocabulary.near(written, written.length < vowelEditsLengthMin ? edits : 2)
  const likely = near.flatMap(({ edits, word }) => {
    if (edits > 1 && !isLikeWithTwoMistakes(written, word)) return []
    const isSwapped = word[0] === written[1] && word[1] === written[0]
    const isSameBeginning = word[0] === written[0] || isSwapped
    if (word === written || !mayBeMeant(word) || (!isSameBeginning && written.length < anyLetterLengthMin)) return []
    return [{ word, distance: 2 * edits + (isSameBeginning ? 0 : 1) }]
  })
  const found = yield* candidates(written, likely, vocabulary)
  return found
    .map((each) => ({ ...each, edits: Math.floor(each.distance / 2) }))
    .filter((each) => each.edits <= edits || isFood(each.token))
})

/** From this length on a food of the lexicon that is so near is meant, whatever sounds alike. */
const clearFoodLengthMin = 6

/**
 * The word of the catalogue that is meant by one it does not know: the plain transliteration, a food one edit away, the
 * word that sounds alike, another word one or two edits away. The edit comes first where it makes a long word a food,
 * and in Arabic script, which leaves vowels out, so that little is needed to sound alike, unless the other script is that of a food in the asked language.
 */
export const respelt = Effect.fnUntraced(function* <E>(
  token: Token,
  asked: Language,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Token | null, E> {
  if (isNonFood(token)) return null
  const language = languageOfWord(token.written)
  const sound = (yield* alike(token, vocabulary)).find(
    (each) => language !== "ru" || languageOfWord(each.token.written) !== "ar" || isFood(each.token)
  )
  const [edited] = yield* similar(token, vocabulary)
  const makesFood = edited !== undefined && isFood(edited.token)
  const isClear = makesFood && (language === "ar" || token.written.length >= clearFoodLengthMin)
  if (sound !== undefined && sound.distance === 0) {
    const isAskedFood = languageOfWord(sound.token.written) === asked && isFood(sound.token)
    if (isAskedFood || !isClear) return sound.token
  }
  if (makesFood && (edited.edits === 1 || isClear)) return edited.token
  // what merely sounds alike in another script is nothing that somebody means who writes in his own
  const isOwnScript = language === asked && sound !== undefined && sound.distance > 0
  return ((isOwnScript ? undefined : sound) ?? edited)?.token ?? null
})

/** From this length on a word that others begin with may be misspelt. */
const misspeltBeginningLengthMin = 5

/**
 * The food, carried by at least so many products, that is one edit away from a word with which no food begins, and that
 * neither goes on where the word ends nor ends before it.
 */
export const misspeltFood = Effect.fnUntraced(function* <E>(
  token: Token,
  productsMin: number,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<Token | null, E> {
  const { written } = token
  if (written.length < misspeltBeginningLengthMin || beginsFood(written)) return null
  const food = (yield* similar(token, vocabulary)).find(
    (each) =>
      each.edits === 1 &&
      isFood(each.token) &&
      !each.token.written.startsWith(written) &&
      !written.startsWith(each.token.written)
  )
  if (food === undefined) return null
  const term = stemTerm(food.token.stem)
  const products = (yield* vocabulary.counts([term])).get(term) ?? 0
  return products >= productsMin ? food.token : null
})

/** What a word that hardly any product carries is a misspelling of, if so many more carry that. */
export const likelyMeant = Effect.fnUntraced(function* <E>(
  token: Token,
  products: number,
  vocabulary: Vocabulary<E>
): Effect.fn.Return<ReadonlyArray<Token>, E> {
  if (products > misspeltProductsMax) return []
  const [first] = yield* similar(token, vocabulary)
  return first !== undefined && first.edits === 1 && first.products >= timesAsMany * products ? [first.token] : []
})
