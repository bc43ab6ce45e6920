import { Effect, Predicate, Result, Schema } from "effect"
import { RequestInvalid } from "../api/EdgeError.ts"
import { valueError } from "../api/validation/Offences.ts"
import { parseOptions, validationItems } from "../api/validation/ValidationItems.ts"

/** A query carries text, so numbers and booleans become the text that REST would be sent; null is not sent. */
const asSent = (value: unknown): unknown =>
  Predicate.isNumber(value) || Predicate.isBoolean(value) ? String(value) : value

/**
 * Decodes the arguments of a tool by the very schema that decodes the query of its REST twin, so that both take and
 * refuse the same. An argument that the tool does not have is refused, because a model that makes one up should know.
 * `known` are the arguments that it has, where the schema is one of several.
 */
export const toolArguments = <Fields extends Schema.Struct.Fields>(
  schema: Schema.Struct<Fields> & Schema.ConstraintDecoder<unknown>,
  defaults: Readonly<Record<string, string>> = {},
  known: ReadonlyArray<string> = Object.keys(schema.fields)
) => {
  const decode = Schema.decodeUnknownResult(Schema.Struct({ arguments: schema }), parseOptions)
  return (given: unknown): Effect.Effect<Schema.Struct<Fields>["Type"], RequestInvalid> => {
    const sent: Record<string, unknown> = { ...defaults }
    for (const [name, value] of Object.entries(Predicate.isObject(given) ? given : {})) {
      if (!known.includes(name)) return Effect.fail(unknownArgument(name, known))
      if (value !== null) sent[name] = asSent(value)
    }
    const input = { arguments: sent }
    const decoded = decode(input)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success.arguments)
      : Effect.fail(new RequestInvalid({ items: validationItems(decoded.failure.issue, input) }))
  }
}

const unknownArgument = (name: string, known: ReadonlyArray<string>): RequestInvalid =>
  new RequestInvalid({
    items: [
      {
        ...valueError(`there is no such argument; there are ${known.join(", ")}`),
        loc: ["arguments", name],
        input: null
      }
    ]
  })
