import { Schema } from "effect"

/**
 * What a food may hold that people avoid: the allergens of Regulation (EU) No 1169/2011, annex II, lactose, and what diets forbid.
 * `animal` is everything of animals. The same ids as in `data/language/exclusion-kinds.tsv`.
 */
export const Substance = Schema.Literals([
  "gluten",
  "crustaceans",
  "egg",
  "fish",
  "peanut",
  "soy",
  "milk",
  "lactose",
  "nuts",
  "celery",
  "mustard",
  "sesame",
  "sulphites",
  "lupin",
  "molluscs",
  "pork",
  "alcohol",
  "gelatine",
  "meat",
  "animal"
])
export type Substance = typeof Substance.Type

/** A list of ingredients, as text. */
export const IngredientList = Schema.Struct({
  language: Schema.String.annotateKey({ description: "ISO 639-1, `und`: not known." }),
  text: Schema.NonEmptyString.annotateKey({
    description: "The ingredients: of a label with commas, of a recipe with semicolons between them. ≤ 2000 characters."
  }),
  form: Schema.Literals(["label", "recipe"]).annotateKey({
    description:
      "`label`: as a maker prints it. `recipe`: the names of records that a table of foods makes the usual dish of."
  }),
  isWhole: Schema.Boolean.annotateKey({ description: "Nothing of it was cut off at the limit." })
})
export type IngredientList = typeof IngredientList.Type

/** What the source of a record states of what is in the food. Empty is not stated; it is never "none". */
export const Composition = Schema.Struct({
  contains: Schema.Array(Substance).annotateKey({
    description: "Declared to be in it. In the order of the ids, once each."
  }),
  mayContain: Schema.Array(Substance).annotateKey({ description: "Declared as possible traces. In the same order." }),
  freeOf: Schema.Array(Substance).annotateKey({
    description:
      "Declared to be free of it, by a label (`vegan`: `animal`) or an analysis of the ingredients. In the same order."
  }),
  ingredients: Schema.NullOr(IngredientList).annotateKey({ description: "`null`: the source lists none." })
})
export type Composition = typeof Composition.Type
