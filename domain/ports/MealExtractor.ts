import { Context, Effect, Layer } from "effect"
import type { ParsedMeal } from "../meal/MealItem.ts"
import { parseMeal } from "../meal/MealParser.ts"

/**
 * Why no model answered: it declined; what it said is no list of items of this text; it took too long; it has too much
 * to do; it cannot be reached or does not know us; too many questions wait for it already.
 */
export type ModelFailure = "refused" | "unusable" | "timed_out" | "rate_limited" | "unavailable" | "busy"

/** The foods that a description names, each with what is said of its amount, and how they were found. */
export interface Extraction extends ParsedMeal {
  readonly reader: "parser" | "model"
  /** why the parser read it although a model was to */
  readonly modelFailure: ModelFailure | null
}

/** Finds the foods that a description of a meal names. Never fails: the parser can read everything. */
export class MealExtractor extends Context.Service<
  MealExtractor,
  { readonly extract: (text: string) => Effect.Effect<Extraction> }
>()("fooddata/domain/ports/MealExtractor") {
  /** By the parser alone: the same text gives the same items, always. */
  static readonly layerParser = Layer.succeed(
    MealExtractor,
    MealExtractor.of({ extract: (text) => Effect.sync(() => parsed(text, null)) })
  )
}

export const parsed = (text: string, modelFailure: ModelFailure | null): Extraction => ({
  ...parseMeal(text),
  reader: "parser",
  modelFailure
})
