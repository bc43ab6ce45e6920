import { html } from "hono/html"
import { languages } from "../../../domain/language/Languages.ts"
import { type Page, pageIn } from "../../api/PagePaths.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { directionOf, nameOfLanguage } from "../texts/Speech.ts"
import type { Html } from "./Html.ts"

interface Content {
  readonly title: string
  readonly main: Html
  /** scripts of the page beside that of every page */
  readonly scripts?: ReadonlyArray<string>
  /** classic scripts, which run in this order when the page is read */
  readonly classicScripts?: ReadonlyArray<string>
  /** style sheets before that of every page, and after it */
  readonly styles?: { readonly before: ReadonlyArray<string>; readonly after: ReadonlyArray<string> }
  /** a script puts the main part into the content by itself */
  readonly hasOwnMain?: boolean
}

const noStyles = { before: [], after: [] }

const styleSheet = (path: string): Html => html`<link rel="stylesheet" href="${path}" />`

/** The page around its content. It can be read and used without a script. */
export const layout = (
  request: PageRequest,
  { classicScripts = [], hasOwnMain = false, main, scripts = [], styles = noStyles, title }: Content
): Html => {
  const { speech } = request
  const { direction, language, words } = speech
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${words.description}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${styles.before.map(styleSheet)} ${styleSheet("/site/site.css")} ${styles.after.map(styleSheet)}
        ${alternates(request)}
        <script type="module" src="/site/site.js"></script>
        ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
        ${classicScripts.map((path) => html`<script defer src="${path}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">${words.skipToContent}</a>
        ${header(request)}
        ${
          hasOwnMain
            ? html`<div id="content" tabindex="-1">${main}</div>`
            : html`<main id="content" tabindex="-1">${main}</main>`
        }
        ${footer(request)}
      </body>
    </html>`
}

/** The same page in the other languages, for search engines. */
const alternates = ({ origin, page }: PageRequest): ReadonlyArray<Html> =>
  page === null
    ? []
    : languages.map(
        (language) => html`<link rel="alternate" hreflang="${language}" href="${origin}${pageIn(language, page)}" />`
      )

const wordmark = (request: PageRequest): Html =>
  html` <a class="wordmark" href="${pageIn(request.speech.language, "/")}" translate="no">
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <path class="mark" d="M5 27C3 12 13 4 28 4c0 15-7 23-19 22M9 26C11 18 15 14 21 11" />
    </svg>
    fooddata
  </a>`

const header = (request: PageRequest): Html => {
  const { language, words } = request.speech
  const links: ReadonlyArray<readonly [Page, string]> = [
    ["/plans", words.navPlans],
    ["/playground", words.navPlayground],
    ["/signup", words.navSignUp],
    ["/dashboard", words.navAccount],
    ["/docs", words.navDocs]
  ]
  return html`<header>
    <div class="wide bar">
      ${wordmark(request)}
      <nav aria-label="${words.mainNavigation}">
        ${links.map(
          ([page, name]) =>
            html`<a href="${pageIn(language, page)}" ${page === request.page ? html`aria-current="page"` : ""}
              >${name}</a
            >`
        )}
      </nav>
      ${languageSwitch(request)}
    </div>
  </header>`
}

/** Stays on the page, with what was asked of it. */
const languageSwitch = ({ page, search, speech }: PageRequest): Html =>
  html` <nav class="languages" aria-label="${speech.words.languageSwitch}">
    ${languages.map(
      (language) =>
        html`<a
          href="${pageIn(language, page ?? "/")}${page === null ? "" : search}"
          lang="${language}"
          hreflang="${language}"
          dir="${directionOf(language)}"
          ${language === speech.language ? html`aria-current="true"` : ""}
          >${nameOfLanguage[language]}</a
        >`
    )}
  </nav>`

const footer = ({ speech: { words } }: PageRequest): Html =>
  html`<footer>
    <div class="wide">
      <p>${words.footerLicence}</p>
      <p>
        ${words.footerForMachines}
        <a href="/openapi.json" dir="ltr" translate="no">openapi.json</a> ·
        <a href="/llms.txt" dir="ltr" translate="no">llms.txt</a>
      </p>
    </div>
  </footer>`
