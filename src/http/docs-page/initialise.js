// A classic script on purpose: Swagger UI's bundle is one, too, and defines a global.
const render = Reflect.get(globalThis, "SwaggerUIBundle")
const page = Reflect.get(globalThis, "document")

// of the tab: gone when it is closed, and known to no other
const kept = Reflect.get(globalThis, "sessionStorage")
const keptAs = "fooddata-key"

// Swagger UI has its dark colours by a class
const dark = Reflect.get(globalThis, "matchMedia")("(prefers-color-scheme: dark)")
const follow = () => page.documentElement.classList.toggle("dark-mode", dark.matches)
dark.addEventListener("change", follow)
follow()

const form = page.querySelector("#key-form")
const box = page.querySelector("#key")
const state = page.querySelector("#key-state")

const ui = render({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // the schemas of answers are long; an example says more
  defaultModelRendering: "example",
  // no outside service is asked whether the document is valid
  validatorUrl: null,
  onComplete: () => {
    form.hidden = false
    const key = kept.getItem(keptAs)
    if (key !== null) use(key)
  }
})

/** @param {string} key */
const use = (key) => {
  ui.preauthorizeApiKey("apiKey", key)
  box.value = key
  state.textContent = form.dataset.kept
}

form.addEventListener("submit", (/** @type {{ preventDefault: () => void }} */ event) => {
  event.preventDefault()
  const key = box.value.trim()
  if (key === "") {
    kept.removeItem(keptAs)
    ui.authActions.logout(["apiKey"])
    state.textContent = form.dataset.none
  } else {
    kept.setItem(keptAs, key)
    use(key)
    state.textContent = `${form.dataset.used} ${key.slice(0, 10)}…`
  }
})

const levels = new Map([
  ["H2", 2],
  ["H3", 2],
  ["H4", 3],
  ["H5", 4]
])

// What Swagger UI leaves to be said to a screen reader: headings that skip a level, fields without a name, links within
// buttons, regions of one name.
const mend = () => {
  const root = page.querySelector("#swagger-ui")
  for (const part of root.querySelectorAll("[role=region]")) part.removeAttribute("role")
  for (const heading of root.querySelectorAll("h2, h3, h4, h5")) {
    heading.setAttribute("role", "heading")
    heading.setAttribute("aria-level", levels.get(heading.tagName))
  }
  for (const choice of root.querySelectorAll("select:not([aria-label])")) choice.setAttribute("aria-label", "Choice")
  for (const field of root.querySelectorAll(":is(input, textarea):not([aria-label], [id])"))
    field.setAttribute("aria-label", field.getAttribute("placeholder") ?? "Value")
  for (const link of root.querySelectorAll("button a[href]")) link.removeAttribute("href")
  for (const code of root.querySelectorAll("pre:not([tabindex])")) code.setAttribute("tabindex", "0")
}

new (Reflect.get(globalThis, "MutationObserver"))(mend).observe(page.querySelector("#swagger-ui"), {
  childList: true,
  subtree: true
})
mend()
