import type { Mention } from "../../language/Lexicon.ts"
import type { PhraseMatch } from "../../language/PhraseTrie.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { isAllergen } from "./ExclusionKinds.ts"
import { isThing, type Wording, wordingAt } from "./ExclusionWordings.ts"
import { isKnownFree, isMadeByRecipe } from "./FoodContents.ts"
import type { Mention as MentionInSentence } from "./MentionFeatures.ts"

/** Something named that can be ruled out, at some words. */
export interface Named extends MentionInSentence {
  /** of `exclusion-kinds.tsv` */
  readonly ids: ReadonlyArray<string>
  readonly food: string | null
}

type Thing = Omit<Named, "kind">

/** A name of several words ends at most so many words before the word behind it. */
const nameWordsMax = 4

const kindOf = ({ food, ids }: Thing): Named["kind"] => {
  if (ids.some(isAllergen)) return "allergen"
  return food !== null && isMadeByRecipe(food) ? "dish" : "food"
}

/** What a question, or the name of a product, names of foods and of what is in them. */
export class NamedThings {
  private readonly tokens: ReadonlyArray<Token>
  private readonly foods: ReadonlyArray<Mention>
  private readonly isName: boolean

  constructor(tokens: ReadonlyArray<Token>, foods: ReadonlyArray<Mention>, isName: boolean) {
    this.tokens = tokens
    this.foods = foods
    this.isName = isName
  }

  /** The longest that begins at a word. */
  at(start: number): Named | null {
    const thing = this.thingAt(start)
    return thing === null ? null : { ...thing, kind: kindOf(thing) }
  }

  /** The longest that ends before a word. */
  upTo(end: number): Named | null {
    for (let start = Math.max(0, end - nameWordsMax); start < end; start++) {
      const found = this.at(start)
      if (found?.end === end) return found
    }
    return null
  }

  /** From left to right; not what asks by itself, as "vegan". */
  all(): ReadonlyArray<Named> {
    const found: Array<Named> = []
    for (let i = 0; i < this.tokens.length;) {
      const named = this.at(i)
      const wording = wordingAt(this.tokens, i)
      const asksByItself = wording !== null && !isThing(wording.value)
      if (named !== null && (named.food !== null || (named.ids.length > 0 && !asksByItself))) found.push(named)
      i = Math.max(i + 1, named?.end ?? 0)
    }
    return found
  }

  private thingAt(start: number): Thing | null {
    const wording = this.wordingAt(start)
    const food = this.foods.find((each) => each.start === start)
    if (food === undefined || food.end <= (wording?.end ?? 0))
      return wording === null ? null : { start, end: wording.end, ids: wording.value.ids, food: null }
    // peanut butter is a food of its own, sesame seeds are sesame
    const ids = (wording?.value.ids ?? []).filter((id) => isAllergen(id) && !isKnownFree(food.concept, id))
    return { start, end: food.end, ids, food: ids.length > 0 ? null : food.concept }
  }

  /** In a name, "free from almonds" says nothing of other nuts. */
  private wordingAt(i: number): PhraseMatch<Wording> | null {
    const found = wordingAt(this.tokens, i)
    return this.isName && found?.value.kind === "part" ? null : found
  }
}
