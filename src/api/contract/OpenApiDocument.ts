import { Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import {
  analyzeEndpoint,
  Api,
  barcodeBatchEndpoint,
  barcodeEndpoint,
  plansEndpoint,
  productBatchEndpoint,
  productEndpoint,
  searchEndpoint,
  suggestEndpoint,
  semanticSearchEndpoint
} from "./Api.ts"
import { failuresEndpoint, keyReviewEndpoint, reconciliationEndpoint, trailEndpoint } from "./AuditContract.ts"
import {
  dailyAdditions,
  FailureParameters,
  KeyReviewParameters,
  ReconciliationParameters,
  timedAdditions,
  TrailParameters
} from "./AuditParameters.ts"
import { LogInBody, logInEndpoint, SignUpBody, signUpEndpoint } from "./AuthContract.ts"
import { analyzeRequests, barcodeBatchRequests, examples, productBatchRequests } from "./Examples.ts"
import { invalidExamples } from "./InvalidExamples.ts"
import {
  AnalysisParameters,
  AnalyzeParameters,
  BarcodeBatchParameters,
  BarcodeParameters,
  LookupParameters,
  ProductBatchParameters,
  ProductParameters,
  SearchParameters,
  SuggestParameters,
  suggestionsMax,
  SemanticSearchParameters
} from "./Parameters.ts"
import { type ParameterSchemas, parameterSchemas } from "./ParameterSchemas.ts"
import { headersOf, keyless, revalidated } from "./OpenApiHeaders.ts"

const securitySchemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The API key as it is." },
  bearer: { type: "http", scheme: "bearer", bearerFormat: "fdb_…", description: "The API key as a bearer token." }
} as const

/** `HttpApi` documents query values as the text they travel in. */
const schemasOf: Readonly<Record<string, ParameterSchemas>> = {
  [searchEndpoint.identifier]: parameterSchemas(SearchParameters),
  [suggestEndpoint.identifier]: parameterSchemas(SuggestParameters, { limit: { default: suggestionsMax } }),
  [semanticSearchEndpoint.identifier]: parameterSchemas(SemanticSearchParameters),
  [barcodeEndpoint.identifier]: parameterSchemas({ ...BarcodeParameters, ...LookupParameters }),
  [productEndpoint.identifier]: parameterSchemas({ ...ProductParameters, ...LookupParameters }),
  [productBatchEndpoint.identifier]: parameterSchemas(LookupParameters),
  [barcodeBatchEndpoint.identifier]: parameterSchemas(LookupParameters),
  [analyzeEndpoint.identifier]: parameterSchemas(AnalysisParameters),
  [trailEndpoint.identifier]: parameterSchemas(TrailParameters, timedAdditions),
  [keyReviewEndpoint.identifier]: parameterSchemas(KeyReviewParameters, timedAdditions),
  [failuresEndpoint.identifier]: parameterSchemas(FailureParameters, timedAdditions),
  [reconciliationEndpoint.identifier]: parameterSchemas(ReconciliationParameters, dailyAdditions)
}

const completeParameters = (operation: OpenApi.OpenAPISpecOperation): Array<OpenApi.OpenAPISpecParameter> =>
  operation.parameters.map((parameter) => {
    const schema = schemasOf[operation.operationId]?.[parameter.name]
    return schema === undefined ? parameter : { ...parameter, ...shownOf(schema, parameter.required), schema }
  })

/**
 * Pages show what stands at the parameter, not what its schema says. An example fills the field of a required one in; others
 * are left as they are by default.
 */
const shownOf = ({ description, examples }: ParameterSchemas[string], isRequired: boolean) => ({
  ...(Predicate.isString(description) ? { description } : {}),
  ...(isRequired && Array.isArray(examples) ? { example: examples[0] } : {})
})

/** The body of an analysis: one object, because most readers of a union of objects understand only the first. */
const analyzeBody = {
  type: "object",
  properties: parameterSchemas(AnalyzeParameters),
  oneOf: [{ required: ["text"] }, { required: ["items"] }]
}

/** A body of which every field must be sent. */
const wholeBody = (fields: Parameters<typeof parameterSchemas>[0]) => ({
  type: "object",
  properties: parameterSchemas(fields),
  required: Object.keys(fields)
})

const credentialsRequests = {
  account: { summary: "An account", value: { email: "anna@example.com", password: "violet-lamp-on-the-roof" } }
}

const bodyOf: Readonly<Record<string, { readonly schema: object; readonly examples: object }>> = {
  [analyzeEndpoint.identifier]: { schema: analyzeBody, examples: analyzeRequests },
  [productBatchEndpoint.identifier]: { schema: wholeBody(ProductBatchParameters), examples: productBatchRequests },
  [barcodeBatchEndpoint.identifier]: { schema: wholeBody(BarcodeBatchParameters), examples: barcodeBatchRequests },
  [signUpEndpoint.identifier]: { schema: wholeBody(SignUpBody), examples: credentialsRequests },
  [logInEndpoint.identifier]: { schema: wholeBody(LogInBody), examples: credentialsRequests }
}

/** With the values of fields that are not sent; fields of other names are ignored, as parameters are. */
const completeBody = ({ operationId, requestBody }: OpenApi.OpenAPISpecOperation): object => {
  const body = bodyOf[operationId]
  if (requestBody === undefined || body === undefined) return {}
  const content = Object.keys(requestBody.content).map((type) => [type, body] as const)
  return { requestBody: { ...requestBody, content: Object.fromEntries(content) } }
}

const productLink = (pointer: string) => ({
  product: {
    operationId: productEndpoint.identifier,
    parameters: { product_id: `$response.body#${pointer}` },
    description: "All that is known of the product."
  }
})

/** Where an answer leads to. */
const linksOf: Readonly<Record<string, object>> = {
  [searchEndpoint.identifier]: productLink("/results/0/id"),
  [semanticSearchEndpoint.identifier]: productLink("/results/0/id"),
  [barcodeEndpoint.identifier]: productLink("/product/id")
}

/** Each operation is refused in its own words. */
const exampleOf = (operationId: string, status: string): object => {
  if (status === "200" || status === "201") return { example: examples[operationId] }
  const invalid = status === "422" ? invalidExamples[operationId] : undefined
  return invalid === undefined ? {} : { example: { detail: invalid.detail } }
}

const completeResponse = (operationId: string, status: string, response: OpenApi.OpenApiSpecResponse): object => {
  const example = exampleOf(operationId, status)
  const content = Object.entries(response.content ?? {}).map(
    ([type, media]) => [type, type === "application/json" ? { ...media, ...example } : media] as const
  )
  return {
    ...response,
    ...(content.length === 0 ? {} : { content: Object.fromEntries(content) }),
    headers: { ...response.headers, ...headersOf(operationId, status) },
    ...(status === "200" && operationId in linksOf ? { links: linksOf[operationId] } : {})
  }
}

/** Where an entity tag may be sent along, there is an answer without a body, too. */
const notModified = (operationId: string): object =>
  revalidated.has(operationId)
    ? {
        "304": {
          description: "What `If-None-Match` names is what would be answered. It counts as one use.",
          headers: headersOf(operationId, "304")
        }
      }
    : {}

const withKey = [{ apiKey: [] }, { bearer: [] }]

/** None: no lock, so that nobody looks for a key for it. */
const securityOf = (operationId: string): ReadonlyArray<object> =>
  operationId === plansEndpoint.identifier || keyless.has(operationId) ? [] : withKey

const completeOperation = (operation: OpenApi.OpenAPISpecOperation): object => ({
  ...operation,
  parameters: completeParameters(operation),
  ...completeBody(operation),
  security: securityOf(operation.operationId),
  responses: {
    ...Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        completeResponse(operation.operationId, status, response)
      ])
    ),
    ...notModified(operation.operationId)
  }
})

const completePath = (path: OpenApi.OpenAPISpecPathItem): object => ({
  ...path,
  ...(path.get === undefined ? {} : { get: completeOperation(path.get) }),
  ...(path.post === undefined ? {} : { post: completeOperation(path.post) })
})

/** All our integers are safe ones: generated clients should not take them for 32 bits. */
const withIntegerFormat = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withIntegerFormat)
  if (!Predicate.isObject(value)) return value
  const entries = Object.entries(value).map(([key, part]) => [key, withIntegerFormat(part)] as const)
  const copy = Object.fromEntries(entries)
  return copy.type === "integer" ? { ...copy, format: "int64" } : copy
}

let document: unknown

/**
 * The OpenAPI 3.1 document of the REST interface, with what the contract cannot say: headers, keys, defaults. Made when it
 * is first asked for, because it takes long.
 */
export const openApiDocument = (): unknown => (document ??= madeDocument())

const madeDocument = (): unknown => {
  const spec = OpenApi.fromApi(Api)
  return withIntegerFormat({
    ...spec,
    info: { ...spec.info, contact: { name: "fooddata" } },
    servers: [
      {
        url: "/",
        description: "The service that serves this document: local, staging or production",
        "x-internal": false
      }
    ],
    components: { ...spec.components, securitySchemes },
    paths: Object.fromEntries(Object.entries(spec.paths).map(([path, item]) => [path, completePath(item)]))
  })
}
