import { Schema } from "effect"

/** JSON Schemas of parameters by name. */
export type ParameterSchemas = Readonly<Record<string, Readonly<Record<string, Schema.Json>>>>

/** What the schemas do not say: the value of a parameter that is not sent, and bounds that their patterns imply. */
const additions: ParameterSchemas = {
  lang: { default: "en" },
  limit: { default: 10 },
  offset: { default: 0 },
  details: { default: false },
  barcode: { maxLength: 18 },
  product_id: { maxLength: 80, pattern: "^[0-9A-Za-z_-]+$" }
}

const decode = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)))

/** The values that parameters stand for, not the text they travel in: readers want integers with their bounds. */
export const parameterSchemas = (fields: Schema.Struct.Fields, more: ParameterSchemas = {}): ParameterSchemas => {
  const document = Schema.toJsonSchemaDocument(Schema.toType(Schema.Struct(fields)))
  const schemas = decode(document.schema.properties ?? {})
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema, ...additions[name], ...more[name] }])
  )
}
