import { type Schema, Predicate, SchemaAST } from "effect"

/**
 * What a field can be one of, as `path=alternative`: each literal, true and false, null and not null. The paths are those
 * of the catalogue, `facts.quality[].rule`.
 */
export const alternativesOf = (fields: Schema.Struct.Fields): ReadonlyArray<string> =>
  Object.entries(fields)
    .filter(([name]) => name !== "_tag")
    .flatMap(([name, { ast }]) => ofField(name, ast))

const ofField = (path: string, ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isOptional(ast) ? [`${path}=absent`, ...within(path, ast)] : within(path, ast)

const within = (path: string, ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isBoolean(ast)) return [`${path}=true`, `${path}=false`]
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => [`${path}=${nameOf(type)}`, ...within(path, type)])
  if (SchemaAST.isArrays(ast)) {
    const items = ast.rest.length > 0 ? ast.rest : ast.elements
    return items.flatMap((item) => within(`${path}[]`, item))
  }
  if (!SchemaAST.isObjects(ast)) return []
  return [
    ...ast.propertySignatures.flatMap(({ name, type }) => ofField(`${path}.${String(name)}`, type)),
    ...ast.indexSignatures.flatMap(({ type }) => within(`${path}.<key>`, type))
  ]
}

const nameOf = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isNull(ast)) return "null"
  return SchemaAST.isLiteral(ast) ? String(ast.literal) : "value"
}

/** Does an event have the alternative? */
export const hasAlternative = (event: object, alternative: string): boolean => {
  const at = alternative.indexOf("=")
  const wanted = alternative.slice(at + 1)
  const steps = alternative.slice(0, at).replaceAll("[]", ".[]").split(".")
  return valuesAt(event, steps).some((value) => isNamed(value, wanted))
}

const isNamed = (value: unknown, wanted: string): boolean => {
  if (wanted === "value") return value !== null && value !== undefined
  return value === undefined ? wanted === "absent" : (JSON.stringify(value) ?? "").replaceAll('"', "") === wanted
}

/** All values at the path; `undefined` where the last step leads to nothing. */
const valuesAt = (value: unknown, [step, ...rest]: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  if (step === undefined) return [value]
  if (step === "[]") return Array.isArray(value) ? value.flatMap((item: unknown) => valuesAt(item, rest)) : []
  if (!Predicate.isObject(value)) return []
  if (step === "<key>") return Object.values(value).flatMap((item) => valuesAt(item, rest))
  return valuesAt(Predicate.hasProperty(value, step) ? value[step] : undefined, rest)
}
