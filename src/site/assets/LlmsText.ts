import { type DescribedOperation, describedApi } from "../../api/contract/DescribedOperations.ts"

/** The parameters: those that must be there first. */
const parametersOf = ({ bodies, parameters }: DescribedOperation): string => {
  const named = parameters.toSorted((one, other) => Number(other.required) - Number(one.required))
  const texts = named.map(({ name, required }) => (required ? `\`${name}\`` : `\`${name}\` (optional)`))
  const body = bodies.slice(0, 1).map(({ value }) => `JSON body such as \`${JSON.stringify(value)}\``)
  const all = [...texts, ...body]
  return all.length === 0 ? "" : `Takes ${all.join(", ")}.`
}

/** A link to where the operation is documented and can be tried out, what it does, and what it takes. */
const lineOf = (operation: DescribedOperation): string => {
  const { description, id, method, needsKey, path, summary, tag } = operation
  const key = needsKey || description.includes("no API key") ? "" : "Needs no API key."
  const texts = [`${summary}.`, description, parametersOf(operation), key].filter((text) => text !== "")
  return `- [${method} ${path}](/docs#/${tag}/${id}): ${texts.join(" ")}`
}

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
> REST with JSON, and the same as MCP tools. A call needs an API key in the header X-API-Key unless it says that it needs none.

Values are kcal and grams; sodium is in milligrams. Unknown is null, never 0. IDs never change.
fiber, sugar and sodium are null, too, on plans without full nutrients; with details=true, details.not_in_plan says so.
After 429 and 503 wait for as many seconds as Retry-After says. Errors are {"detail": …}: a text, or with 422 a list of what is wrong where.
A key comes from the [sign-up page](/signup), or from POST /v1/auth/signup. For example:

    curl -H "X-API-Key: fdb_…" "https://<this host>/v1/search?q=milk&lang=en&limit=3"

## For programs

- [OpenAPI 3.1 document](/openapi.json): every parameter, answer, error and header
- [Postman collection](/postman.json): every operation with an example
- [MCP endpoint](/mcp): POST, Streamable HTTP, stateless, with the same key

${sections()}

## Optional

- [Start page](/): search the catalogue, without a key
- [Plans](/plans): prices and limits
- [Playground](/playground): every operation, with a key for visitors
- [API reference](/docs): every operation, to try out
`
