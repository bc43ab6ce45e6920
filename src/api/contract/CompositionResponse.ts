import { Schema } from "effect"
import { Substance } from "../../../domain/product/Composition.ts"

const Substances = Schema.Array(Substance).check(Schema.isMaxLength(Substance.literals.length))

/** What the source of a product states of what is in it. */
export const ProductComposition = Schema.Struct({
  contains: Substances.annotate({
    description: "Declared to be in it. Empty: nothing is declared, not that nothing is in it."
  }),
  may_contain: Substances.annotate({ description: "Declared as possible traces." }),
  free_of: Substances.annotate({ description: "Declared to be absent; `animal`: vegan." }),
  ingredients: Schema.NullOr(
    Schema.Struct({
      language: Schema.String.check(Schema.isMaxCodePoints(8), Schema.isPattern(/^[a-z-]+$/u)),
      text: Schema.String.check(Schema.isMaxCodePoints(2_000), Schema.isPattern(/^[^\u0000]*$/u)),
      form: Schema.Literals(["label", "recipe"]),
      complete: Schema.Boolean
    })
  ).annotate({
    description:
      "As a maker prints them (`label`), or the records that a table of foods makes the usual dish of (`recipe`). Not `complete`: cut off."
  })
})
