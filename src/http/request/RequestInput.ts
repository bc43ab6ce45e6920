import { Effect, Result, Schema } from "effect"
import { RequestInvalid } from "../../api/EdgeError.ts"
import { parseOptions, validationItems } from "../../api/validation/ValidationItems.ts"
import { decodePathParameter, decodeQuery, type TargetValue } from "../../api/request/RequestTarget.ts"

/**
 * Decodes the path and query parameters of a route, and its JSON body, in one go, so that every offence is reported.
 * Fields that the schema, a struct of `path`, `query` and `body`, does not know are ignored.
 */
export const requestInput = <Input extends Schema.ConstraintDecoder<unknown>>(schema: Input) => {
  // most requests are valid, and compiled code decodes them; what lists every offence is interpreted, three times slower
  const decode = Schema.decodeUnknownResult(schema)
  const decodeForOffences = Schema.decodeUnknownResult(schema, parseOptions)
  return (
    params: Readonly<Record<string, string | undefined>>,
    target: string,
    body?: unknown
  ): Effect.Effect<Input["Type"], RequestInvalid> => {
    const path: Record<string, TargetValue> = {}
    for (const [name, raw] of Object.entries(params)) {
      if (raw !== undefined) path[name] = decodePathParameter(raw)
    }
    const parameters = { path, query: decodeQuery(target) }
    const input = body === undefined ? parameters : { ...parameters, body }
    const valid = decode(input)
    if (Result.isSuccess(valid)) return Effect.succeed(valid.success)
    const decoded = decodeForOffences(input)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success)
      : Effect.fail(new RequestInvalid({ items: validationItems(decoded.failure.issue, input) }))
  }
}
