// What a script adds to pages of accounts: passwords that can be looked at, a key as a file, and forms that are not sent
// twice by two clicks. The pages are complete without it.

/** @param {HTMLInputElement} field */
const showButton = (field) => {
  const { hide = "", show = "" } = field.dataset
  const button = document.createElement("button")
  button.type = "button"
  button.className = "plain show"
  button.textContent = show
  button.setAttribute("aria-controls", field.id)
  button.addEventListener("click", () => {
    const isHidden = field.type === "password"
    field.type = isHidden ? "text" : "password"
    button.textContent = isHidden ? hide : show
  })
  // browsers keep what stood in a field of text
  field.form?.addEventListener("submit", () => (field.type = "password"))
  return button
}

for (const field of document.querySelectorAll("input[type=password]"))
  if (field instanceof HTMLInputElement) field.parentElement?.append(showButton(field))

/** @param {HTMLElement} box */
const downloadButton = (box) => {
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = box.dataset.label ?? ""
  button.addEventListener("click", () => {
    const text = box.querySelector("code")?.textContent ?? ""
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }))
    link.download = box.dataset.download ?? ""
    link.click()
    URL.revokeObjectURL(link.href)
  })
  return button
}

for (const box of document.querySelectorAll("[data-download]"))
  if (box instanceof HTMLElement) box.append(downloadButton(box))

for (const form of document.querySelectorAll("form[data-once]"))
  if (form instanceof HTMLFormElement)
    form.addEventListener("submit", (event) => {
      if (form.ariaBusy === "true") event.preventDefault()
      form.ariaBusy = "true"
    })
// a page that comes back from the browser's memory is sent anew
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) form.removeAttribute("aria-busy")
})

// not every browser puts the reader there by itself
const problem = document.querySelector(".problem[autofocus]")
if (problem instanceof HTMLElement) problem.focus()
