import { Effect, Schema, SchemaTransformation } from "effect"
import { intParsing } from "../validation/Offences.ts"
import { offenceIssue } from "../validation/ValidationItems.ts"

const integer = /^[+-]?[0-9]+(?:_[0-9]+)*(?:\.0+)?$/u

/**
 * An integer written as text, in the forms that pydantic v2 takes: `5`, `+5`, `007`, ` 5 `, `5.0`, `1_000`; not an
 * empty text, `1e3`, `42.5` or `True`. A number beyond the safe integers becomes the nearest safe one, which then
 * fails the range it was meant for.
 */
export const IntegerText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transformEffect({
      decode: (text: string) => {
        const trimmed = text.trim()
        if (!integer.test(trimmed)) return Effect.fail(offenceIssue(intParsing))
        const value = Number(trimmed.replaceAll("_", ""))
        return Effect.succeed(Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)))
      },
      encode: (value: number) => Effect.succeed(String(value))
    })
  )
)
