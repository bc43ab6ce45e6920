// Sends the form without loading the page anew, and writes the code as the fields change. What answers is the same page;
// without this script the form loads it.

const parts = ["request", "answer", "sandbox-key"]
const pauseMs = 400

/** @param {Document} page @param {ReadonlyArray<string>} names */
const show = (page, names) => {
  for (const name of names) {
    const from = page.getElementById(name)
    const to = document.getElementById(name)
    if (from !== null && to !== null) to.replaceWith(document.importNode(from, true))
  }
  document.dispatchEvent(new Event("parts-shown"))
}

/** @param {HTMLFormElement} form @param {boolean} isSent */
const addressOf = (form, isSent) => {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && (isSent || name !== "send")) query.set(name, value)
  }
  return `${form.action}?${query.toString()}`
}

/** @param {string} address */
const load = async (address) => {
  const response = await fetch(address, { headers: { accept: "text/html" } })
  return new DOMParser().parseFromString(await response.text(), "text/html")
}

/** @param {HTMLFormElement} form */
const send = async (form) => {
  const chosen = document.querySelector("[name=code]:checked")?.id
  form.setAttribute("aria-busy", "true")
  try {
    show(await load(addressOf(form, true)), parts)
  } catch {
    const answer = document.getElementById("answer")
    const said = document.createElement("p")
    said.className = "state"
    said.textContent = answer?.dataset.failed ?? ""
    answer?.append(said)
  } finally {
    form.removeAttribute("aria-busy")
  }
  check(chosen)
  document.querySelector("#answer h2")?.scrollIntoView({ block: "nearest" })
}

/** Keeps the language of the code that was chosen. @param {string | undefined} id */
const check = (id) => {
  const radio = id === undefined ? null : document.getElementById(id)
  if (radio instanceof HTMLInputElement) radio.checked = true
}

const form = document.getElementById("call")
if (form instanceof HTMLFormElement) {
  let timer = 0
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    clearTimeout(timer)
    void send(form)
  })
  form.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const chosen = document.querySelector("[name=code]:checked")?.id
      show(await load(addressOf(form, false)), ["request"])
      check(chosen)
    }, pauseMs)
  })
}
