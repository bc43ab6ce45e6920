import { type Schema, SchemaAST } from "effect"

/** One field of an event, or of what an event holds. */
export interface EventField {
  /** `facts.quality[].rule`; `<key>` stands for any key */
  readonly path: string
  readonly type: string
  readonly isOptional: boolean
  readonly description: string
}

/** All fields of an event with those of the objects in them, in the order of the schema; `_tag` is its type. */
export const fieldsOf = (fields: Schema.Struct.Fields): ReadonlyArray<EventField> =>
  Object.entries(fields)
    .filter(([name]) => name !== "_tag")
    .flatMap(([name, { ast }]) => fieldsAt(name, ast))

const fieldsAt = (path: string, ast: SchemaAST.AST): ReadonlyArray<EventField> => [
  {
    path,
    type: typeOf(ast),
    isOptional: SchemaAST.isOptional(ast),
    description: descriptionOf(ast)
  },
  ...fieldsWithin(path, ast)
]

/** As the field has it, or else its type. */
const descriptionOf = (ast: SchemaAST.AST): string => {
  const description = ast.context?.annotations?.["description"] ?? ast.annotations?.["description"]
  return typeof description === "string" ? description : ""
}

const fieldsWithin = (path: string, ast: SchemaAST.AST): ReadonlyArray<EventField> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => fieldsWithin(path, type))
  if (SchemaAST.isArrays(ast)) return itemsOf(ast).flatMap((item) => fieldsWithin(`${path}[]`, item))
  if (!SchemaAST.isObjects(ast)) return []
  return [
    ...ast.propertySignatures.flatMap(({ name, type }) => fieldsAt(`${path}.${String(name)}`, type)),
    ...ast.indexSignatures.flatMap(({ type }) => fieldsWithin(`${path}.<key>`, type))
  ]
}

/** One schema for all items: a list that must not be empty has its first item apart. */
const itemsOf = ({ elements, rest }: SchemaAST.Arrays): ReadonlyArray<SchemaAST.AST> =>
  rest.length > 0 ? rest : elements.slice(0, 1)

const typeOf = (ast: SchemaAST.AST): string => [plainTypeOf(ast), ...limitsOf(ast)].join(", ")

const plainTypeOf = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isString(ast)) return "string"
  if (SchemaAST.isBoolean(ast)) return "boolean"
  if (SchemaAST.isNull(ast)) return "null"
  if (SchemaAST.isNumber(ast)) return isInteger(ast) ? "integer" : "number"
  if (SchemaAST.isLiteral(ast)) return `\`${String(ast.literal)}\``
  if (SchemaAST.isUnion(ast)) return ast.types.map(typeOf).join(" or ")
  if (SchemaAST.isArrays(ast)) {
    return `${ast.elements.length > 0 ? "non-empty list" : "list"} of ${itemsOf(ast).map(typeOf).join(" or ")}`
  }
  if (!SchemaAST.isObjects(ast)) throw new Error(`the catalogue has no word for a field of the kind ${ast._tag}`)
  const [values] = ast.indexSignatures
  return values === undefined ? "object" : `object with a ${typeOf(values.type)} for each key`
}

// what the type says already
const integer = "an integer"
const finite = "a finite number"
const matching = "a string matching the RegExp "

const expectations = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  (ast.checks ?? []).map(({ annotations }) => annotations?.["expected"] ?? "a value that a rule of ours accepts")

const isInteger = (ast: SchemaAST.AST): boolean => expectations(ast).includes(integer)

const limitsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  expectations(ast)
    .filter((expected) => expected !== integer && expected !== finite)
    .map((expected) =>
      expected.startsWith(matching)
        ? `matches \`${expected.slice(matching.length)}\``
        : expected.replace(/^a value with /, "")
    )
