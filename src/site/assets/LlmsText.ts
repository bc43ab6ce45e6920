import { type DescribedOperation, describedApi } from "../../api/contract/DescribedOperations.ts"

/** A link to where the operation is documented and can be tried out, and what it does. */
const lineOf = ({ description, id, method, path, summary, tag }: DescribedOperation): string =>
  `- [${method} ${path}](/docs#/${tag}/${id}): ${summary}. ${description}`.trim()

/** A section for each group of operations. */
const sections = (): string => {
  const { operations, tags } = describedApi()
  return tags
    .map(({ description, name }) => {
      const lines = operations.filter(({ tag }) => tag === name).map(lineOf)
      return `## Operations: ${name}\n\n${description}\n\n${lines.join("\n")}`
    })
    .join("\n\n")
}

/** `/llms.txt`: what the service is, for a model that reads rather than clicks. (llmstxt.org) */
export const llmsText = (): string => `# fooddata

> Foods and packaged products with their nutrition per 100 g or 100 ml. Names and searches in English, Russian and Arabic.
> REST with JSON, and the same as MCP tools. Every call needs an API key in the header X-API-Key, except for the list of plans.

Values are kcal and grams; sodium is in milligrams. Unknown is null, never 0. IDs never change.
fiber, sugar and sodium are null, too, on plans without full nutrients; with details=true, details.not_in_plan says so.
After 429 and 503 wait for as many seconds as Retry-After says.

## For programs

- [OpenAPI 3.1 document](/openapi.json): every parameter, answer, error and header
- [Postman collection](/postman.json): every operation with an example
- [MCP endpoint](/mcp): POST, Streamable HTTP, stateless, with the same key

${sections()}

## For people

- [Start page](/): search the catalogue, without a key
- [Plans](/plans): prices and limits
- [Playground](/playground): every operation, with a key for visitors
- [API reference](/docs): every operation, to try out
`
