import { readFileSync } from "node:fs"
import type { siteDocuments } from "../../api/PagePaths.ts"
import { css, type FixedDocument, javascript } from "../../api/FixedDocument.ts"
import { llmsText } from "./LlmsText.ts"

const ours = (name: string): Uint8Array => readFileSync(new URL(name, import.meta.url))

/** Other pages of the site only: nobody else's page shows or runs them. */
const headers = { "cross-origin-resource-policy": "same-origin" }

type SiteDocument = FixedDocument & { readonly path: (typeof siteDocuments)[number] }

/** What the pages are made of, read once. */
export const siteFiles = (): ReadonlyArray<SiteDocument> => {
  const mark = { content: ours("favicon.svg"), contentType: "image/svg+xml", headers }
  return [
    { path: "/site/site.css", content: ours("site.css"), contentType: css, headers },
    { path: "/site/site.js", content: ours("../browser/site.js"), contentType: javascript, headers },
    { path: "/site/playground.js", content: ours("../browser/playground.js"), contentType: javascript, headers },
    { path: "/site/account.js", content: ours("../browser/account.js"), contentType: javascript, headers },
    { path: "/favicon.svg", ...mark },
    // asked for by name where a page names no icon, such as an answer of JSON; browsers go by the type that is stated
    { path: "/favicon.ico", ...mark },
    { path: "/llms.txt", content: new TextEncoder().encode(llmsText()), contentType: "text/plain; charset=utf-8" }
  ]
}
