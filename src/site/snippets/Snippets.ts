import type { Schema } from "effect"
import type { ApiCall, JsonObject, Snippet } from "./ApiCall.ts"

/** In single quotes a shell takes everything as it is, except for these themselves. */
const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const shellLines = (lines: ReadonlyArray<string>): string => lines.join(" \\\n  ")

const keyHeader = (key: string | null): ReadonlyArray<string> =>
  key === null ? [] : [`-H ${shellText(`X-API-Key: ${key}`)}`]

const sentJson = (body: unknown): ReadonlyArray<string> => [
  "-H 'Content-Type: application/json'",
  `-d ${shellText(JSON.stringify(body))}`
]

const curl = ({ body, key, method, origin, path, query }: ApiCall): string => {
  const inAddress = method === "POST" && query.length > 0 ? `?${new URLSearchParams(query.map(pair)).toString()}` : ""
  const asked =
    method === "GET" ? query.map(([name, value]) => `--data-urlencode ${shellText(`${name}=${value}`)}`) : []
  const start = asked.length > 0 ? "curl -G" : method === "POST" ? "curl -X POST" : "curl"
  return shellLines([
    `${start} ${shellText(origin + path + inAddress)}`,
    ...keyHeader(key),
    ...asked,
    ...(body === null ? [] : sentJson(body))
  ])
}

const pair = ([name, value]: readonly [string, string]): [string, string] => [name, value]

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

const typescript = ({ body, key, method, origin, path, query }: ApiCall): string => {
  const headers = {
    ...(key === null ? {} : { "X-API-Key": key }),
    ...(body === null ? {} : { "Content-Type": "application/json" })
  }
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}"`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${JSON.stringify(headers)}`]),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body).replaceAll("\n", "\n  ")})`])
  ]
  return [
    `const url = new URL(${JSON.stringify(origin + path)})`,
    ...query.map(([name, value]) => `url.searchParams.set(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    options.length === 0
      ? "const response = await fetch(url)"
      : `const response = await fetch(url, {\n${options.join(",\n")}\n})`,
    "console.log(response.status, await response.json())"
  ].join("\n")
}

/** A value as Python writes it. JSON's strings are Python's, too. */
const pythonValue = (value: Schema.Json): string => {
  if (value === null) return "None"
  if (value === true) return "True"
  if (value === false) return "False"
  if (typeof value !== "object") return JSON.stringify(value)
  return isList(value) ? `[${value.map(pythonValue).join(", ")}]` : pythonObject(value)
}

const isList = (value: JsonObject | ReadonlyArray<Schema.Json>): value is ReadonlyArray<Schema.Json> =>
  Array.isArray(value)

const pythonObject = (value: JsonObject): string =>
  `{${Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}: ${pythonValue(field)}`)
    .join(", ")}}`

const python = ({ body, key, method, origin, path, query }: ApiCall): string => {
  const headers = {
    ...(key === null ? {} : { "X-API-Key": key }),
    ...(body === null ? {} : { "Content-Type": "application/json" })
  }
  const url = JSON.stringify(origin + path)
  return [
    `import json, urllib.${query.length > 0 ? "parse, urllib." : ""}request`,
    "",
    query.length > 0
      ? `url = ${url} + "?" + urllib.parse.urlencode(${pythonObject(Object.fromEntries(query))})`
      : `url = ${url}`,
    `request = urllib.request.Request(url, method="${method}", headers=${pythonObject(headers)})`,
    ...(body === null ? [] : [`request.data = json.dumps(${pythonObject(body)}).encode()`]),
    "print(json.load(urllib.request.urlopen(request)))"
  ].join("\n")
}

/** The endpoint is stateless: a call of a tool needs no session before it. */
const mcp = ({ key, origin, tool }: ApiCall & { readonly tool: NonNullable<ApiCall["tool"]> }): string =>
  shellLines([
    `curl ${shellText(`${origin}/mcp`)}`,
    ...keyHeader(key),
    "-H 'Accept: application/json, text/event-stream'",
    ...sentJson({ jsonrpc: "2.0", id: 1, method: "tools/call", params: tool })
  ])

/** The request in each language. Every one runs as it stands, once the key is in its place. */
export const snippets = (call: ApiCall): ReadonlyArray<Snippet> => [
  { id: "curl", code: curl(call) },
  { id: "typescript", code: typescript(call) },
  { id: "python", code: python(call) },
  ...(call.tool === null ? [] : [{ id: "mcp" as const, code: mcp({ ...call, tool: call.tool }) }])
]
