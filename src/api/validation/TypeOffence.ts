import type { SchemaAST } from "effect"
import * as Offences from "./Offences.ts"
import type { Offence } from "./ValidationItem.ts"

const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  if (ast._tag === "Literal") return [ast.literal]
  if (ast._tag !== "Union") return undefined
  const literals: Array<unknown> = []
  for (const member of ast.types) {
    const own = literalsOf(member)
    if (own === undefined) return undefined
    literals.push(...own)
  }
  return literals
}

const isInteger = (ast: SchemaAST.AST): boolean =>
  (ast.checks ?? []).some((check) => check.annotations?.representation?.id === "effect/schema/isInt")

/** What to say of a value that is of another type than the schema wants. */
export const typeOffence = (ast: SchemaAST.AST): Offence => {
  const literals = literalsOf(ast)
  if (literals !== undefined) return Offences.literalError(literals)
  switch (ast._tag) {
    case "String":
      return Offences.stringType
    case "Number":
      return isInteger(ast) ? Offences.intType : Offences.floatType
    case "Boolean":
      return Offences.boolType
    case "Arrays":
      return Offences.listType
    case "Objects":
      return Offences.modelAttributesType
    default:
      return Offences.valueError("invalid input")
  }
}
