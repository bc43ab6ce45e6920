import { Predicate, Result, Schema } from "effect"
import type { Operation } from "../../domain/usage/UsageEvent.ts"
import { isOfFoods } from "./Completions.ts"
import { field } from "./MessageField.ts"
import { productOfUri } from "./Resources.ts"
import type { Tool } from "./Tool.ts"

/** What a message needs before it is answered. */
export type Need =
  /** a key with quota for so many uses: a data operation */
  | { readonly _tag: "Operation"; readonly operation: Operation; readonly uses: number }
  /** a key with quota for a share of a use: a completion by names of foods */
  | { readonly _tag: "Share"; readonly operation: Operation }
  /** a key within its burst limit */
  | { readonly _tag: "Key" }
  /** nothing: discovery and lists. A key that is sent has to be valid all the same, so that a wrong one shows early. */
  | { readonly _tag: "Discovery" }
  /** nothing, and a wrong key does not matter */
  | { readonly _tag: "Nothing" }

const discovery: Need = { _tag: "Discovery" }

/** Looks only at what decides about key and quota; whether the message is proper is for the protocol to say. */
export const needOf = (message: unknown, tools: ReadonlyMap<string, Tool>): Need => {
  const params = field(message, "params")
  switch (field(message, "method")) {
    case "tools/call": {
      const name = field(params, "name")
      const tool = Predicate.isString(name) ? tools.get(name) : undefined
      if (tool === undefined) return discovery
      if (tool.access === "public") return { _tag: "Nothing" }
      if (tool.operation === null) return { _tag: "Key" }
      return { _tag: "Operation", operation: tool.operation, uses: tool.usesOf?.(field(params, "arguments")) ?? 1 }
    }
    case "resources/read":
      return productOfUri(field(params, "uri")) === null
        ? discovery
        : { _tag: "Operation", operation: "product", uses: 1 }
    case "completion/complete":
      return isOfFoods(field(params, "ref"), field(params, "argument"))
        ? { _tag: "Share", operation: "search" }
        : discovery
    default:
      return discovery
  }
}

const common = { _meta: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) }
const list = Schema.optionalKey(Schema.Struct({ ...common, cursor: Schema.optionalKey(Schema.String) }))

const paramsSchemas = {
  initialize: Schema.Struct({
    ...common,
    protocolVersion: Schema.String,
    capabilities: Schema.Record(Schema.String, Schema.Unknown),
    clientInfo: Schema.Struct({ name: Schema.String, version: Schema.String })
  }),
  "tools/list": list,
  "tools/call": Schema.Struct({
    ...common,
    name: Schema.String,
    arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  }),
  "resources/list": list,
  "resources/templates/list": list,
  "resources/read": Schema.Struct({ ...common, uri: Schema.String }),
  "completion/complete": Schema.Struct({
    ...common,
    ref: Schema.Union([
      Schema.Struct({ type: Schema.Literal("ref/resource"), uri: Schema.String }),
      Schema.Struct({ type: Schema.Literal("ref/prompt"), name: Schema.String })
    ]),
    argument: Schema.Struct({ name: Schema.String, value: Schema.String })
  }),
  "prompts/list": list,
  "prompts/get": Schema.Struct({
    ...common,
    name: Schema.String,
    arguments: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  })
}

const decoders: ReadonlyMap<string, (message: unknown) => Result.Result<unknown, Schema.SchemaError>> = new Map(
  Object.entries(paramsSchemas).map(([method, params]) => [
    method,
    Schema.decodeUnknownResult<Schema.ConstraintDecoder<unknown>>(Schema.Struct({ params }))
  ])
)

/**
 * What is wrong with the parameters of a request, `undefined` when nothing is, or when the method is not ours: the
 * protocol's library would call it a failure of the server.
 */
export const paramsOffence = (message: unknown): string | undefined => {
  const method = field(message, "method")
  const decoded = Predicate.isString(method) ? decoders.get(method)?.(message) : undefined
  return decoded !== undefined && Result.isFailure(decoded) ? String(decoded.failure) : undefined
}

/** What answers carry back to tell which request they belong to; `null` when it cannot be told. */
export const idOf = (message: unknown): string | number | null => {
  const id = field(message, "id")
  return Predicate.isString(id) || Predicate.isNumber(id) ? id : null
}
