import { Predicate } from "effect"
import { openApiDocument } from "../../api/contract/OpenApiDocument.ts"

const record = (value: unknown): Readonly<Record<string, unknown>> => (Predicate.isObject(value) ? { ...value } : {})

/** One line for each operation of the contract. */
const operationLines = (): ReadonlyArray<string> =>
  Object.entries(record(record(openApiDocument()).paths)).flatMap(([path, item]) =>
    Object.entries(record(item)).flatMap(([method, operation]) => {
      const { description, summary } = record(operation)
      return Predicate.isString(summary)
        ? [
            `- \`${method.toUpperCase()} ${path}\`: ${summary}. ${Predicate.isString(description) ? description : ""}`.trim()
          ]
        : []
    })
  )

/** `/llms.txt`: what the service is, for a model that reads rather than clicks. (llmstxt.org) */
export const llmsText = (): string => `# fooddata

> Foods and packaged products with their nutrition per 100 g or 100 ml. Names and searches in English, Russian and Arabic.
> REST with JSON, and the same as MCP tools. Every call needs an API key in the header X-API-Key, except for the list of plans.

Values are kcal and grams; sodium is in milligrams. Unknown is null, never 0. IDs never change.
fiber, sugar and sodium are null, too, on plans without full nutrients; with details=true, details.not_in_plan says so.

## Operations

${operationLines().join("\n")}

## For programs

- [OpenAPI 3.1 document](/openapi.json): every parameter, answer, error and header
- MCP endpoint: \`POST /mcp\`, Streamable HTTP, stateless, with the same key

## For people

- [Start page](/): search the catalogue, without a key
- [Plans](/plans): prices and limits
- [Playground](/playground): every operation, with a key for visitors
- [API reference](/docs)
`
