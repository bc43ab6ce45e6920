import { Effect, Predicate } from "effect"
import { languageOfName } from "../../domain/meal/FoodNames.ts"
import type { Admitted } from "../api/admission/Admission.ts"
import { suggestionsMax } from "../api/contract/Parameters.ts"
import type { EdgeError } from "../api/EdgeError.ts"
import { suggestOperation } from "../api/operations/SuggestOperation.ts"
import { plansPage } from "../queries/PlanPresentation.ts"
import { field } from "./MessageField.ts"
import { templates } from "./Resources.ts"

/** What is to be completed: an argument of a prompt, or the variable of a resource template. */
interface Asked {
  readonly ref: { readonly type: string; readonly uri?: string; readonly name?: string }
  readonly argument: { readonly name: string; readonly value: string }
}

export type Complete = (asked: Asked, caller: Admitted | null) => Effect.Effect<ReadonlyArray<string>, EdgeError>

/** Code points of what was typed that are looked at: as many as a suggestion takes. */
const typedLengthMax = 64

/** Arguments of prompts that are foods; that of a meal is a whole sentence. */
const isFoodOfPrompt = (ref: unknown, argument: unknown): boolean =>
  field(ref, "type") === "ref/prompt" &&
  field(ref, "name") === "compare_foods" &&
  (field(argument, "name") === "first" || field(argument, "name") === "second")

const isProduct = (ref: unknown): boolean => field(ref, "uri") === templates.product

const typed = (argument: unknown): string => {
  const value = field(argument, "value")
  return Predicate.isString(value) ? [...value].slice(0, typedLengthMax).join("").replaceAll("\u0000", "").trim() : ""
}

/** Are foods looked for to complete it? Then it counts as a suggestion does. */
export const isOfFoods = (ref: unknown, argument: unknown): boolean =>
  typed(argument) !== "" && (isProduct(ref) || isFoodOfPrompt(ref, argument))

/** An id may be looked for by its own words, `c_milk`, or by the name of the food. */
const wordsOf = (id: string): string =>
  id
    .replace(/^[a-z]+_/u, "")
    .replaceAll("_", " ")
    .trim()

/** Values that go on what was typed: ids of products by name, names of foods, plans. */
export const completions: Effect.Effect<Complete, never, Effect.Services<typeof suggestOperation>> = Effect.map(
  suggestOperation,
  (suggest): Complete =>
    ({ argument, ref }, caller) => {
      if (ref.uri === templates.plan) {
        const names = plansPage.plans.map(({ name }) => name)
        return Effect.succeed(names.filter((name) => name.startsWith(argument.value)))
      }
      if (caller === null || !isOfFoods(ref, argument)) return Effect.succeed([])
      const text = typed(argument)
      const q = isProduct(ref) ? wordsOf(text) || text : text
      return Effect.map(suggest({ q, lang: languageOfName(q), limit: suggestionsMax }, caller.key), ({ suggestions }) =>
        isProduct(ref)
          ? suggestions.flatMap(({ id }) => (id === null ? [] : [id]))
          : suggestions.map(({ text: name }) => name)
      )
    }
)
