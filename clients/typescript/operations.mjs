// node operations.mjs OPENAPI OUT: a method for each operation of the OpenAPI document, by its operationId. Its arguments are
// the parameters of the path, the body, the query, the options; its types are those of openapi-typescript.
import { readFileSync, writeFileSync } from "node:fs"
import process from "node:process"

const [input, output] = process.argv.slice(2)
const { paths } = JSON.parse(readFileSync(input, "utf8"))
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() }))
)

const capitalised = (name) => name[0].toUpperCase() + name.slice(1)
const camelCase = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
const parametersIn = ({ parameters }, place) => parameters.filter((parameter) => parameter.in === place)

// answers come as JSON here; what has other formats has them by `raw`
const queryOf = (operation) => parametersIn(operation, "query").filter(({ name }) => name !== "format")
const hasJson = ({ responses }) =>
  Object.entries(responses).some(([status, { content }]) => status.startsWith("2") && content?.["application/json"])

/** The aliases that the arguments of a method have. */
const typesOf = (operation) => {
  const { operationId, requestBody } = operation
  const name = capitalised(operationId)
  const types = []
  if (queryOf(operation).length > 0) types.push(`export type ${name}Query = Query<"${operationId}">`)
  if (requestBody) types.push(`export type ${name}Body = Body<"${operationId}">`)
  return types
}

const methodOf = (operation) => {
  const { description = "", method, operationId, path, requestBody, summary } = operation
  const name = capitalised(operationId)
  const inPath = parametersIn(operation, "path")
  const query = queryOf(operation)
  const needsQuery = query.some(({ required }) => required)
  const args = [
    ...inPath.map((parameter) => `${camelCase(parameter.name)}: string`),
    ...(requestBody ? [`body: ${name}Body`] : []),
    ...(query.length > 0 ? [`query: ${name}Query${needsQuery ? "" : " = {}"}`] : []),
    "options: CallOptions = {}"
  ]
  const path_ = inPath.map((parameter) => `${parameter.name}: ${camelCase(parameter.name)}`)
  const params = [
    ...(path_.length > 0 ? [`path: { ${path_.join(", ")} }`] : []),
    ...(query.length > 0 ? ["query"] : [])
  ]
  const sent = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(requestBody ? ["body"] : []),
    "signal: options.signal ?? null"
  ]
  const call = `this.raw.${method}("${path}", { ${sent.join(", ")} })`
  const text = `${summary}. ${description}`.trim().replaceAll("*/", "* /")
  return `
  /** ${text} */
  ${hasJson(operation) ? "" : "async "}${operationId}(${args.join(", ")}): Promise<${hasJson(operation) ? `Success<"${operationId}">` : "void"}> {
    ${hasJson(operation) ? `return answered(${call})` : `await ${call}`}
  }`
}

/** Whatever is asked of the products only reads them, also where a question is too long for an address. */
const readingPosts = operations.filter(({ method, tags }) => method === "POST" && tags[0] === "products")

writeFileSync(
  output,
  `// Made of the OpenAPI document by operations.mjs.
import type { Client } from "openapi-fetch"
import { answered, type Body, type CallOptions, type Query, type Success } from "../Calls.ts"
import type { paths } from "./OpenApi.ts"

/** Paths whose POST changes nothing. */
export const readingPosts: ReadonlyArray<string> = ${JSON.stringify(readingPosts.map(({ path }) => path))}

${operations.flatMap(typesOf).join("\n")}

/** The operations of the service. Each throws a \`FooddataError\` unless it succeeds. */
export abstract class Operations {
  /** Every operation with its whole answer, headers included. The same key, time limits, retries and errors apply. */
  abstract readonly raw: Client<paths, "application/json">
${operations.map(methodOf).join("\n")}
}
`
)
