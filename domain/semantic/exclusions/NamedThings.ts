import type { Mention } from "../../language/Lexicon.ts"
import type { PhraseMatch } from "../../language/PhraseTrie.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { isAllergen } from "./ExclusionKinds.ts"
import { cueAt, isThing, type Wording, wordingAt } from "./ExclusionWordings.ts"
import { contentsOf, isKnownFree, isMadeByRecipe } from "./FoodContents.ts"
import { namesGroup } from "../FoodFacets.ts"
import type { Mention as MentionInSentence } from "../classifier/MentionFeatures.ts"

/** Something named that can be ruled out, at some words. */
export interface Named extends MentionInSentence {
  /** of `exclusion-kinds.tsv` */
  readonly ids: ReadonlyArray<string>
  /** of the lexicon; several where a word names a group of them, as nightshades */
  readonly foods: ReadonlyArray<string>
}

type Thing = Omit<Named, "kind">

/** A hint at a whole group is mostly no food: "no microwave". */
const isHintAtFood = ({ concept, use }: Mention): boolean => use === "hint" && !namesGroup(concept)

/** A name of several words ends at most so many words before the word behind it. */
const nameWordsMax = 4

const kindOf = ({ foods, ids }: Thing): Named["kind"] => {
  if (ids.some(isAllergen)) return "allergen"
  return foods.some(isMadeByRecipe) ? "dish" : "food"
}

/** What a question, or the name of a product, names of foods and of what is in them. */
export class NamedThings {
  private readonly tokens: ReadonlyArray<Token>
  readonly foods: ReadonlyArray<Mention>
  /** words with several meanings, one of them a food: beside a cue the food is meant */
  private readonly hints: ReadonlyArray<Mention>
  private readonly isName: boolean
  /** the words that begin one */
  private readonly sentences: ReadonlySet<number>

  constructor(
    tokens: ReadonlyArray<Token>,
    mentions: ReadonlyArray<Mention>,
    isName: boolean,
    sentences: ReadonlySet<number>
  ) {
    this.sentences = sentences
    this.tokens = tokens
    this.foods = mentions.filter(({ use }) => use !== "hint")
    this.hints = isName ? [] : mentions.filter(isHintAtFood)
    this.isName = isName
  }

  /** The longest that begins at a word, beside a cue. */
  at(start: number): Named | null {
    return this.surelyAt(start) ?? this.named(start, this.hints)
  }

  private surelyAt(start: number): Named | null {
    return this.named(start, this.foods)
  }

  private named(start: number, foods: ReadonlyArray<Mention>): Named | null {
    const thing = this.thingAt(start, foods)
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

  /** Is anything named before this word? */
  isNamedBefore(end: number): boolean {
    return this.foods.some(({ start }) => start < end)
  }

  /** The next thing named, behind words that may stand between and at most `reach` others, within the clause. */
  next(from: number, reach: number): Named | null {
    // behind a colon only what stands right there: "I don't drink, something to sip at a barbecue"
    let left = this.tokens[from]?.startsClause === true ? 0 : reach
    for (let at = from; at < this.tokens.length;) {
      if (this.sentences.has(at) || (at > from && this.tokens[at]?.startsClause === true)) return null
      const named = this.at(at)
      if (named !== null) return named
      const cue = cueAt(this.tokens, at, this.isName)
      if (cue?.position === "inside" || (cue?.position === "joining" && at > from)) at = cue.end
      else if (cue !== null || left === 0) return null
      else {
        left--
        at++
      }
    }
    return null
  }

  /** The last thing named before a word, with at most `reach` others between: "mustard, I have an allergy to it". */
  last(end: number, reach: number): Named | null {
    let left = reach
    for (let at = end; at > 0 && left >= 0; at--) {
      const named = this.upTo(at)
      if (named !== null) return named
      const cue = cueAt(this.tokens, at - 1, this.isName)
      if (cue?.position !== "inside" || cue.end !== at) left--
    }
    return null
  }

  /** From left to right; not what asks by itself, as "vegan". */
  all(): ReadonlyArray<Named> {
    const found: Array<Named> = []
    for (let i = 0; i < this.tokens.length;) {
      const named = this.surelyAt(i)
      const wording = wordingAt(this.tokens, i)
      const asksByItself = wording !== null && !isThing(wording.value)
      if (named !== null && (named.foods.length > 0 || (named.ids.length > 0 && !asksByItself))) found.push(named)
      i = Math.max(i + 1, named?.end ?? 0)
    }
    return found
  }

  private thingAt(start: number, foods: ReadonlyArray<Mention>): Thing | null {
    const wording = this.wordingAt(start)
    const food = foods.find((each) => each.start === start)
    if (food === undefined || food.end <= (wording?.end ?? 0)) {
      if (wording === null) return null
      return {
        start,
        end: wording.end,
        ids: wording.value.ids,
        foods: isThing(wording.value) ? wording.value.foods : []
      }
    }
    // peanut butter is a food of its own, sesame seeds are sesame
    const ids = this.idsWithin(food).filter((id) => isAllergen(id) && !isKnownFree(food.concept, id))
    const isIn = ids.some((id) => contentsOf(food.concept).contains.has(id))
    return { start, end: food.end, ids, foods: isIn ? [] : [food.concept] }
  }

  /** What the words of a food's name say: flour of wheat is wheat. */
  private idsWithin({ end, start }: Mention): ReadonlyArray<string> {
    const ids = new Set<string>()
    for (let i = start; i < end; i++) for (const id of this.wordingAt(i)?.value.ids ?? []) ids.add(id)
    return [...ids]
  }

  /** In a name, "free from almonds" says nothing of other nuts. */
  private wordingAt(i: number): PhraseMatch<Wording> | null {
    const found = wordingAt(this.tokens, i)
    return this.isName && found?.value.kind === "part" ? null : found
  }
}
