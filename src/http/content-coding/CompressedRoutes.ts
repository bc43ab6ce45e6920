import * as Api from "../../api/contract/Api.ts"

const operations: ReadonlySet<string> = new Set(
  [
    Api.searchEndpoint,
    Api.suggestEndpoint,
    Api.semanticSearchEndpoint,
    Api.barcodeEndpoint,
    Api.productEndpoint,
    Api.productBatchEndpoint,
    Api.barcodeBatchEndpoint,
    Api.analyzeEndpoint,
    Api.plansEndpoint
  ].map(({ path }) => path)
)

const pages: ReadonlySet<string> = new Set(["/", "/plans", "/openapi.json", "/postman.json", "/docs", "/llms.txt"])

const folders = ["/docs/", "/schemas/", "/site/"]

/**
 * May what the route answers be compressed? Those that may are named, so that a new one is not by mistake: the length of a
 * compressed answer tells of a secret in it to somebody who has a part of it chosen (BREACH). Keys, sessions, accounts, pages
 * with a key on them, the audit trail and tools are not among them.
 */
export const isCompressed = (route: string): boolean =>
  operations.has(route) || pages.has(route) || folders.some((folder) => route.startsWith(folder))
