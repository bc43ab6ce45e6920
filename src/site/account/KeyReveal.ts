import { html } from "hono/html"
import { codeBlock, codePanel } from "../layout/CodePanel.ts"
import type { Html } from "../layout/Html.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { snippets } from "../snippets/Snippets.ts"

const resultsMax = 5

/**
 * A new key, in the one answer that has it: it is kept in no cookie, no address and no memory of the service. The code beside
 * it runs as it stands.
 */
export const keyReveal = ({ origin, speech }: PageRequest, key: string): Html => {
  const { example, language, words } = speech
  const code = snippets({
    origin,
    method: "GET",
    path: "/v1/search",
    query: [
      ["q", example],
      ["lang", language],
      ["limit", String(resultsMax)]
    ],
    body: null,
    key,
    tool: { name: "search_food", arguments: { q: example, lang: language, limit: resultsMax } }
  })
  return html`<div class="state">
      <p><strong>${words.keyShownOnce}</strong> ${words.keyShownOnceHelp}</p>
    </div>
    <h2>${words.keyHeading}</h2>
    <div id="new-key">${codeBlock(speech, key, words.keyHeading)}</div>
    <h2>${words.keyEnvHeading}</h2>
    <div data-download="fooddata.env" data-label="${words.keyEnvDownload}">
      ${codeBlock(speech, `FOODDATA_API_KEY=${key}`, words.keyEnvHeading)}
    </div>
    <h2>${words.keyTry}</h2>
    <p>${words.keyTryHelp}</p>
    ${codePanel(speech, code)}`
}
