import { Predicate, Schema } from "effect"
import { parameterSchemas } from "../api/contract/ParameterSchemas.ts"

/** Arrays and objects are mutable because the protocol's library types them so. */
type Json = string | number | boolean | null | Array<Json> | { [name: string]: Json }

/** A JSON Schema of an object as it stands in the list of tools. */
export interface ObjectSchema {
  [name: string]: unknown
  type: "object"
  properties?: { [name: string]: Json }
  required?: Array<string>
}

type SchemaNode = { [name: string]: Json }

/** Whatever a model reads costs its user: only what says something about the shape stays. */
const keptOfInput = [
  "type",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "default",
  "description"
]
const keptOfOutput = ["type", "enum"]

/** Parts of answers that a model seldom needs are only called objects. */
const opaque: ReadonlySet<string> = new Set(["ProductDetails", "AnalysisComponentDetails", "AnalysisDetails"])

const toJson = (value: unknown): Json => {
  if (Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)) return value
  if (Array.isArray(value)) return value.map(toJson)
  return Predicate.isObject(value) ? mapValues(value, toJson) : null
}

const mapValues = (properties: object, change: (node: unknown) => Json): SchemaNode =>
  Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, change(node)]))

const only = (schema: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>): SchemaNode =>
  Object.fromEntries(names.flatMap((name) => (name in schema ? [[name, toJson(schema[name])]] : [])))

/** A parameter without what says nothing about its shape. No `oneOf`: clients refuse tools that have one. */
const compactInput = (schema: object): SchemaNode => {
  const { items, properties, ...own }: Readonly<Record<string, unknown>> = { ...schema }
  return {
    ...only(own, keptOfInput),
    ...(Predicate.isObject(properties)
      ? { properties: mapValues(properties, compactPart), required: toJson(own.required) }
      : {}),
    ...(Predicate.isObject(items) ? { items: compactInput(items) } : {})
  }
}

const compactPart = (part: unknown): SchemaNode => (Predicate.isObject(part) ? compactInput(part) : {})

/** The arguments of a tool: the parameters of its REST twin, flat. `defaults` are those that differ from REST. */
export const inputSchema = (
  fields: Schema.Struct.Fields,
  required: Array<string>,
  defaults: Readonly<Record<string, Json>> = {}
): ObjectSchema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(parameterSchemas(fields)).map(([name, schema]) => {
      const value = name in defaults ? { default: defaults[name] ?? null } : {}
      return [name, { ...compactInput(schema), ...value }]
    })
  ),
  required,
  additionalProperties: false
})

/**
 * The answer of a tool: the body of its REST twin, without `$ref` and without what does not belong to its shape. Which
 * fields are always there is said of the outermost object only.
 */
export const outputSchema = (body: Schema.Top): ObjectSchema => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(body)

  const compact = (node: unknown, kept: ReadonlyArray<string> = keptOfOutput): SchemaNode => {
    const found: Readonly<Record<string, unknown>> = Predicate.isObject(node) ? { ...node } : {}
    const { $ref: reference, anyOf, items, properties } = found
    if (Predicate.isString(reference)) {
      const name = reference.split("/").at(-1) ?? ""
      return opaque.has(name) ? { type: "object" } : compact(definitions[name], kept)
    }
    if (Array.isArray(anyOf)) return union(anyOf.map((one) => compact(one)))
    return {
      ...only(found, kept),
      ...(Predicate.isObject(properties) ? { properties: mapValues(properties, (one) => compact(one)) } : {}),
      ...(items === undefined ? {} : { items: compact(items) })
    }
  }

  // clients expect an object at the root and look no further
  return { ...compact(schema, [...keptOfOutput, "required"]), type: "object" }
}

/** What may be null is one schema with two types, as far as it can be said so. */
const union = (schemas: Array<SchemaNode>): SchemaNode => {
  const [known, ...others] = schemas.filter(({ type }) => type !== "null")
  const isNullable = schemas.length === 2 && others.length === 0
  return known?.type !== undefined && isNullable && known.enum === undefined
    ? { ...known, type: [known.type, "null"] }
    : { anyOf: schemas }
}
