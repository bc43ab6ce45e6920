import type { Token } from "./Tokenizer.ts"
import { byStem, wordClassesOf } from "./WordClasses.ts"

/** What single words do in the names of foods: `data/language/name-words.tsv` says so. */

type Role = "part" | "group" | "dish" | "plain" | "portion" | "carrier" | "stuffed"
const roles: (role: Role) => ReadonlySet<string> = wordClassesOf("name-words", byStem)

/** Does it name a part or a piece of the food before it? */
export const isPartOfFood = (token: Token | undefined): boolean => token !== undefined && roles("part").has(token.stem)

/** Is it made of several foods anyway? */
export const isMadeDish = (token: Token | undefined): boolean => token !== undefined && roles("dish").has(token.stem)

/** Is it the word of a kind of food, which tables put before the food itself? */
export const isGroup = (token: Token | undefined): boolean => token !== undefined && roles("group").has(token.stem)

/** Does the food stay the plain food with this word beside it? */
export const isPlainWord = (token: Token): boolean => roles("plain").has(token.stem)

/** Does what it names only taste of the food behind it? */
export const isCarrier = (token: Token | undefined): boolean => token !== undefined && roles("carrier").has(token.stem)

/** Does it say how the food is cut, graded or packed? */
export const isPortionWord = (token: Token): boolean => roles("portion").has(token.stem)

/** Is the food filled with others? */
export const isStuffed = (token: Token | undefined): boolean => token !== undefined && roles("stuffed").has(token.stem)
