import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"

/**
 * `/docs`: every operation of the OpenAPI document, to try out, by Swagger UI within the frame of the site. What is said of the
 * operations is English in every language, and the page says so.
 */
export const docsPage = (request: PageRequest): PageAnswer => {
  const { language, words } = request.speech
  const openApi = html`<a href="/openapi.json" dir="ltr" translate="no">openapi.json</a>`
  return {
    status: 200,
    page: layout(request, {
      title: `${words.navDocs} · fooddata`,
      styles: { before: ["/docs/swagger-ui.css"], after: ["/docs/page.css"] },
      classicScripts: ["/docs/swagger-ui-bundle.js", "/docs/initialise.js"],
      hasOwnMain: true,
      main: html`<div class="wide reference">
        <section aria-labelledby="title">
          <h1 id="title">${words.navDocs}</h1>
          <p class="lead">${words.docsLead} ${openApi}</p>
          ${language === "en" ? "" : html`<p class="note">${words.docsEnglishOnly}</p>`}
          <form
            id="key-form"
            hidden
            data-kept="${words.docsKeyKept}"
            data-used="${words.docsKeyUsed}"
            data-none="${words.docsKeyNone}"
          >
            <label for="key">${words.docsKeyLabel}</label>
            <input id="key" type="password" dir="ltr" autocomplete="off" spellcheck="false" placeholder="fdb_…" />
            <button>${words.docsKeyUse}</button>
            <p id="key-state" role="status">${words.docsKeyKept}</p>
          </form>
          <noscript>
            <p>
              ${words.docsNoScript} ${openApi} ·
              <a href="${pageIn(language, "/playground")}">${words.navPlayground}</a>
            </p>
          </noscript>
        </section>
        <div id="swagger-ui" lang="en" dir="ltr"></div>
      </div>`
    })
  }
}
