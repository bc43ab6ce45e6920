import { isOwnSite } from "../../api/accounts/OwnOrigin.ts"
import type { ApiCall, JsonObject } from "../snippets/ApiCall.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import type { Speech } from "../texts/Speech.ts"
import { type Field, type Operation, operations } from "./Operations.ts"

/** What a visitor has chosen: an operation, and a value for each of its fields. */
export interface Choice {
  readonly operation: Operation
  readonly values: ReadonlyMap<string, string>
  /** Is the request to be sent? Not on the word of another site's page. */
  readonly isSent: boolean
}

export const choiceOf = (request: PageRequest): Choice | undefined => {
  const asked = parameter(request, "operation") ?? "search"
  const operation = operations().find(({ id }) => id === asked)
  if (operation === undefined) return undefined
  const values = new Map(
    operation.fields.map((field) => [
      field.name,
      parameter(request, field.name) ?? exampleOf(request.speech, operation, field)
    ])
  )
  // a link elsewhere may fill the form in, but only this site, or a typed address, spends the visitor's requests
  const isSent = parameter(request, "send") !== undefined && isOwnSite(request.request.headers)
  return { operation, values, isSent }
}

/** What a field is filled in with: in the visitor's language where it is text of a language, else as in the contract. */
const exampleOf = ({ example, language, words }: Speech, { id }: Operation, { name, value }: Field): string => {
  if (name === "lang") return language
  if (name === "text") return words.exampleMeal
  if (name !== "q") return value
  return id === "semanticSearch" ? words.exampleNeed : example
}

/** As an argument of a tool: numbers and truth values are themselves there. */
const argumentOf = ({ choices, isInteger }: Field, value: string) => {
  if (isInteger && /^\d+$/u.test(value)) return Number(value)
  return choices?.includes("true") === true ? value === "true" : value
}

const inJson = ({ isList }: Field, value: string): string | ReadonlyArray<string> =>
  isList ? value.split(/[\s,،]+/u).filter((part) => part !== "") : value

/** The request that was chosen. What is left empty, or as it is by default, is left out where it may be. */
export const callOf = ({ operation, values }: Choice, origin: string, key: string): ApiCall => {
  const valueOf = (name: string): string => values.get(name) ?? ""
  const given = operation.fields.filter(
    (field) => field.isRequired || (valueOf(field.name) !== "" && valueOf(field.name) !== field.value)
  )
  const inBody = given.filter((field) => field.in === "body")
  const path = given
    .filter((field) => field.in === "path")
    .reduce((text, { name }) => text.replace(`{${name}}`, () => encodeURIComponent(valueOf(name))), operation.path)
  const toolArguments: JsonObject = Object.fromEntries(
    given.map((field) => [field.name, argumentOf(field, valueOf(field.name))])
  )
  return {
    origin,
    method: operation.method,
    path,
    query: given.filter((field) => field.in === "query").map(({ name }) => [name, valueOf(name)]),
    body:
      inBody.length === 0
        ? null
        : Object.fromEntries(inBody.map((field) => [field.name, inJson(field, valueOf(field.name))])),
    key: operation.needsKey ? key : null,
    tool: operation.tool === null ? null : { name: operation.tool, arguments: toolArguments }
  }
}
