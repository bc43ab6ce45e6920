import { Predicate } from "effect"
import { STATUS_CODES } from "node:http"
import { type DescribedOperation, describedApi } from "./DescribedOperations.ts"

type Parameter = DescribedOperation["parameters"][number]

/** A value that works; text, because that is what an address holds. */
const valueOf = ({ example, schema }: Parameter): string =>
  String(example ?? schema.default ?? schema.examples?.[0] ?? schema.enum?.[0] ?? "")

const query = (parameter: Parameter) => ({
  key: parameter.name,
  value: valueOf(parameter),
  description: parameter.description ?? "",
  // what may be left out is shown, and not sent
  disabled: !parameter.required
})

const variable = (parameter: Parameter) => ({
  key: parameter.name,
  value: valueOf(parameter),
  description: parameter.description ?? ""
})

const urlOf = ({ parameters, path }: DescribedOperation) => {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/gu, ":$1")
  const queries = parameters.filter((parameter) => parameter.in === "query").map(query)
  const sent = queries
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
  return {
    raw: `{{baseUrl}}/${segments}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    query: queries,
    variable: parameters.filter((parameter) => parameter.in === "path").map(variable)
  }
}

/** What the operation answers, to be read before it is sent. */
const answerOf = ({ success }: DescribedOperation, request: object) => ({
  name: success.description,
  originalRequest: request,
  code: success.status,
  status: STATUS_CODES[success.status] ?? "",
  ...(success.example === undefined
    ? { header: [], body: "" }
    : {
        header: [{ key: "Content-Type", value: "application/json" }],
        body: JSON.stringify(success.example, null, 2),
        _postman_previewlanguage: "json"
      })
})

const isKeyIn = (example: unknown): boolean => Predicate.isObject(example) && Predicate.isString(example["key"])

/** A key that an answer shows once is that of the requests that follow: after a rotation the old one is dead. */
const keepingKey = {
  listen: "test",
  script: {
    type: "text/javascript",
    exec: ['if (pm.response.code < 300) pm.collectionVariables.set("apiKey", pm.response.json().key)']
  }
}

const itemOf = (operation: DescribedOperation, name: string, request: object) => ({
  name,
  request,
  ...(isKeyIn(operation.success.example) ? { event: [keepingKey] } : {}),
  response: [answerOf(operation, request)]
})

/** A request for each body that the operation shows, or one without a body. */
const itemsOf = (operation: DescribedOperation): ReadonlyArray<object> => {
  const { bodies, description, method, needsKey, summary } = operation
  const request = {
    method,
    url: urlOf(operation),
    description,
    header: [],
    ...(needsKey ? {} : { auth: { type: "noauth" } })
  }
  if (bodies.length === 0) return [itemOf(operation, summary, request)]
  return bodies.map(({ summary: shown, value }) =>
    itemOf(operation, bodies.length === 1 ? summary : `${summary}: ${shown}`, {
      ...request,
      header: [{ key: "Content-Type", value: "application/json" }],
      body: { mode: "raw", raw: JSON.stringify(value, null, 2), options: { raw: { language: "json" } } }
    })
  )
}

/** The REST interface as a Postman collection, format 2.1, with a folder for each group of operations. */
export const postmanCollection = (baseUrl: string) => {
  const { info, operations, tags } = describedApi()
  return {
    info: {
      name: info.title,
      description: info.description,
      version: info.version,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-API-Key", type: "string" },
        { key: "value", value: "{{apiKey}}", type: "string" },
        { key: "in", value: "header", type: "string" }
      ]
    },
    variable: [
      { key: "baseUrl", value: baseUrl, type: "string" },
      { key: "apiKey", value: "", type: "string" }
    ],
    item: tags.map(({ description, name }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).flatMap(itemsOf)
    }))
  }
}
