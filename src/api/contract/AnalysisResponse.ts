import { Schema } from "effect"
import { reasonCodes } from "../../../domain/meal/Reasons.ts"
import { Language } from "../../../domain/language/Language.ts"
import { ProductIdValue, text } from "./Responses.ts"

/** What one component or a whole meal can weigh or hold; see `itemsMax` in `domain/meal/MealItem.ts`. */
const Sum = (unit: string) =>
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })).annotate({ description: unit })

const sums = { calories: Sum("kcal, whole"), proteins: Sum("g"), fats: Sum("g"), carbs: Sum("g") }

export const AnalysisComponent = Schema.Struct({
  name: text(1_000).annotate({ description: "Of the food, in the language asked for where there is one." }),
  weight_g: Sum("g"),
  calories: sums.calories,
  details: Schema.optionalKey(
    Schema.Struct({
      id: ProductIdValue,
      source: Schema.Literals(["curated", "database"]),
      text: text(2_000).annotate({
        description: "The part of the description, or the food of the item, that it was read from."
      }),
      match: Schema.Literals(["exact", "good", "loose"]).annotate({
        description: "How well the record answers to the text."
      }),
      dropped: Schema.Array(text(2_000)).check(Schema.isMaxLength(40)).annotate({
        description: "What the text says of its form and the record does not have."
      }),
      weight: Schema.Struct({
        source: Schema.Literals(["stated", "portion", "default"]).annotate({
          description: "A stated mass, volume or energy, a household measure or count, or a usual serving."
        }),
        how: text(1_000),
        plausibility: Schema.Literals(["usual", "unusual", "absurd"]).annotate({
          description: "Does one person eat so much of it at one meal?"
        })
      }),
      energy: Schema.Literals(["record", "stated"]).annotate({
        description:
          "Where the energy comes from. A stated one takes the record's protein, fat and carbohydrate with it."
      }),
      nutrition: Schema.Struct(sums).annotate({ identifier: "ComponentNutrition" })
    }).annotate({ identifier: "AnalysisComponentDetails" })
  )
}).annotate({ identifier: "AnalysisComponent" })

export const AnalysisResponse = Schema.Struct({
  dish: text(2_000).annotate({ description: "Name of the meal: its components." }),
  nutrition: Schema.Struct(sums).annotate({ identifier: "MealNutrition", description: "Sums of the components." }),
  components: Schema.Array(AnalysisComponent).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  confidence: Schema.Literals(["high", "medium", "low"]),
  lang: Language,
  details: Schema.optionalKey(
    Schema.Struct({
      unresolved: Schema.Array(text(2_000)).check(Schema.isMaxLength(50)).annotate({
        description: "Parts of the description, or foods of the items, in no component."
      }),
      unexplained: Schema.Array(text(200)).check(Schema.isMaxLength(400)).annotate({
        description: "Numbers of the description that nothing explains."
      }),
      reasons: Schema.Array(Schema.Struct({ code: Schema.Literals(reasonCodes), text: text(2_000) }))
        .check(Schema.isMaxLength(reasonCodes.length))
        .annotate({ description: "What keeps the confidence from being higher, the gravest first." }),
      reader: Schema.Literals(["parser", "model", "caller"]).annotate({
        description: "Who told the foods apart; `caller` where they were sent as items."
      }),
      model_failure: Schema.NullOr(
        Schema.Literals(["refused", "unusable", "timed_out", "rate_limited", "unavailable", "busy"])
      ).annotate({ description: "Why the parser read the text although a model was to." })
    }).annotate({ identifier: "AnalysisDetails" })
  )
}).annotate({ identifier: "Analysis", description: "The nutrition of a meal." })
