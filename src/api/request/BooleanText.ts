import { Effect, Schema, SchemaTransformation } from "effect"
import { boolParsing } from "../validation/Offences.ts"
import { offenceIssue } from "../validation/ValidationItems.ts"

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["1", "on", "t", "true", "y", "yes"].map((word) => [word, true] as const),
  ...["0", "off", "f", "false", "n", "no"].map((word) => [word, false] as const)
])

/** A boolean written as text, in the words that pydantic v2 takes, in any case: `true`, `1`, `on`, `yes`, … */
export const BooleanText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transformEffect({
      decode: (text: string) => {
        const value = truths.get(text.toLowerCase())
        return value === undefined ? Effect.fail(offenceIssue(boolParsing)) : Effect.succeed(value)
      },
      encode: (value: boolean) => Effect.succeed(String(value))
    })
  )
)
