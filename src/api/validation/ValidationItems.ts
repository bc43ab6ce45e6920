import { Predicate, SchemaIssue, type SchemaAST } from "effect"
import { constraintOffence } from "./ConstraintOffence.ts"
import * as Offences from "./Offences.ts"
import { typeOffence } from "./TypeOffence.ts"
import { maxValidationItems, type Offence, UndecodableText, type ValidationItem } from "./ValidationItem.ts"

/** Both are needed: every offence is listed, and a range says which of its ends was passed. */
export const parseOptions: SchemaAST.ParseOptions = { errors: "all", reportInput: true }

const at = (value: unknown, key: PropertyKey): unknown => (Predicate.hasProperty(value, key) ? value[key] : undefined)

const annotated = (annotations: Readonly<Record<string, unknown>> | undefined): Offence => {
  const offence = annotations?.offence
  return Predicate.hasProperty(offence, "type") &&
    Predicate.isString(offence.type) &&
    Predicate.hasProperty(offence, "msg") &&
    Predicate.isString(offence.msg)
    ? { type: offence.type, msg: offence.msg }
    : Offences.valueError("invalid input")
}

/** A failure of a transformation that the walk reports in these words. */
export const offenceIssue = (offence: Offence): SchemaIssue.Issue => new SchemaIssue.InvalidValue({ offence })

/**
 * The issue tree of a failed decoding as the list of a 422. `input` is the whole undecoded input: each item shows the
 * value as it was sent, whatever it had been decoded to when a constraint refused it. One item for each place: of the
 * constraints that one value breaks the first is told, as pydantic does. The first `maxValidationItems` are listed.
 */
export const validationItems = (issue: SchemaIssue.Issue, input: unknown): ReadonlyArray<ValidationItem> => {
  const items = new Map<string, ValidationItem>()

  const report = (offence: Offence, loc: ReadonlyArray<string>, value: unknown): void => {
    const place = loc.join("\n")
    if (items.has(place) || items.size === maxValidationItems) return
    const item =
      value instanceof UndecodableText
        ? { ...Offences.stringUnicode, loc, input: value.raw }
        : { type: offence.type, loc, msg: offence.msg, input: value ?? null }
    items.set(place, { type: item.type, loc, msg: item.msg, input: item.input })
  }

  const walk = (node: SchemaIssue.Issue, loc: ReadonlyArray<string>, value: unknown, parent: unknown): void => {
    switch (node._tag) {
      case "Pointer": {
        let enclosing = parent
        let current = value
        for (const key of node.path) {
          enclosing = current
          current = at(current, key)
        }
        return walk(node.issue, [...loc, ...node.path.map(String)], current, enclosing)
      }
      case "Composite":
        for (const part of node.issues) walk(part, loc, value, parent)
        return
      case "Encoding":
        return walk(node.issue, loc, value, parent)
      case "Filter":
        return report(constraintOffence(node.filter, SchemaIssue.hasInput(node) ? node.input : value), loc, value)
      case "MissingKey":
        return report(Offences.missing, loc, loc[0] === "body" && loc.length > 1 ? parent : null)
      case "UnexpectedKey":
        return report(Offences.extraForbidden, loc, value)
      case "AnyOf":
        if (node.issues.length > 0) return node.issues.forEach((part) => walk(part, loc, value, parent))
        return report(typeOffence(node.ast), loc, value)
      case "InvalidType":
        return report(typeOffence(node.ast), loc, value)
      case "InvalidValue":
        return report(annotated(node.annotations), loc, value)
      case "OneOf":
      case "Forbidden":
        return report(Offences.valueError("invalid input"), loc, value)
    }
  }

  walk(issue, [], input, null)
  return [...items.values()]
}
