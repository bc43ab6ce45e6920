import { Effect, Result, Schema } from "effect"
import { RequestInvalid } from "../EdgeError.ts"
import { parseOptions, validationItems } from "../validation/ValidationItems.ts"
import { decodePathParameter, decodeQuery, type TargetValue } from "./RequestTarget.ts"

/**
 * Decodes the path and query parameters of a route, and its JSON body, in one go, so that every offence is reported.
 * Fields that the schema, a struct of `path`, `query` and `body`, does not know are ignored.
 */
export const requestInput = <Input extends Schema.ConstraintDecoder<unknown>>(schema: Input) => {
  const decode = Schema.decodeUnknownResult(schema, parseOptions)
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
    const decoded = decode(input)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success)
      : Effect.fail(new RequestInvalid(validationItems(decoded.failure.issue, input)))
  }
}
