import { eventUnions } from "../../domain/EventEnvelope.ts"
import * as Api from "./contract/Api.ts"
import {
  addressesOf,
  auditFile,
  auditPage,
  dashboardPages,
  doorPages,
  exportFile,
  type Page,
  pages,
  signOutPage,
  siteDocuments,
  usageFile,
  usagePage
} from "./PagePaths.ts"
import * as Audit from "./contract/AuditContract.ts"
import { auditCheckpointPath, auditTilePattern, auditTileTemplate } from "./TreeFiles.ts"
import * as Auth from "./contract/AuthContract.ts"

export const mcpPath = "/mcp"
/** Where clients of the protocol ask to be registered for OAuth, which there is not. */
export const registrationPath = "/register"

/** What clients of the tool protocol may know of the endpoint before they connect. */
export const serverCardPath = "/.well-known/mcp/server-card.json"

/** A path that the service has, and the verbs it answers there. */
export interface KnownPath {
  readonly template: string
  readonly allow: string
  readonly methods: ReadonlyArray<string>
}

interface Matcher extends KnownPath {
  readonly pattern: RegExp
}

const known = (template: string, ...verbs: ReadonlyArray<"GET" | "POST">): Matcher => {
  const methods = [...verbs.flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb])), "OPTIONS"]
  const pattern = new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/:[a-z_]+/gu, "[^/]+")}$`, "u")
  return { template, methods, allow: methods.join(", "), pattern }
}

const knownPage = (page: Page, ...verbs: ReadonlyArray<"GET" | "POST">): ReadonlyArray<Matcher> =>
  addressesOf(page).map((path) => ({ ...known(path, ...verbs), template: page }))

const endpoints = [
  Api.searchEndpoint,
  Api.suggestEndpoint,
  Api.barcodeEndpoint,
  Api.productEndpoint,
  Api.productBatchEndpoint,
  Api.barcodeBatchEndpoint,
  Api.analyzeEndpoint,
  Api.semanticSearchEndpoint,
  Api.accountEndpoint,
  Api.plansEndpoint,
  Api.rotateEndpoint,
  Api.receiptEndpoint,
  Auth.signUpEndpoint,
  Auth.logInEndpoint,
  Auth.logOutEndpoint,
  Audit.trailEndpoint,
  Audit.keyReviewEndpoint,
  Audit.failuresEndpoint,
  Audit.reconciliationEndpoint
]

/** One for each type of event: of others there is none. */
const schemas: ReadonlyArray<Matcher> = Object.values(eventUnions).flatMap(({ cases }) =>
  Object.keys(cases).map((type) => known(`/schemas/${type}.json`, "GET"))
)

const paths: ReadonlyArray<Matcher> = [
  // clients take these two for requests of a session, and the answer that there is none from the verbs alone
  { ...known(mcpPath, "POST"), allow: "POST" },
  known(registrationPath, "POST"),
  known(serverCardPath, "GET"),
  ...endpoints.map(({ method, path }) => known(path, method)),
  ...["/openapi.json", "/postman.json", "/healthz", "/readyz"].map((path) => known(path, "GET")),
  ...schemas,
  known(auditCheckpointPath, "GET"),
  { ...known(auditTileTemplate, "GET"), pattern: auditTilePattern },
  ...[...pages, usagePage, usageFile, exportFile, auditFile].flatMap((page) => knownPage(page, "GET")),
  ...[...doorPages, ...dashboardPages, auditPage].flatMap((page) => knownPage(page, "GET", "POST")),
  ...knownPage(signOutPage, "POST"),
  ...siteDocuments.map((path) => known(path, "GET"))
]

/** Which path of the service this is, for a verb that has no route there: the router itself knows no 405. */
export const knownPath = (path: string): KnownPath | undefined => paths.find(({ pattern }) => pattern.test(path))
