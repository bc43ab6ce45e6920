// What a script adds to every page: buttons that copy code, and no frames of pictures that do not load. Pages are complete
// without it.

const copiedMs = 2_000

/** @param {HTMLElement} box */
const copyButton = (box) => {
  const { copied = "", copy = "" } = box.dataset
  const button = document.createElement("button")
  button.type = "button"
  button.className = "copy"
  button.textContent = copy
  button.addEventListener("click", async () => {
    const code = box.querySelector("code")
    if (code === null) return
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = copied
      setTimeout(() => (button.textContent = copy), copiedMs)
    } catch {
      // no permission, or no TLS: the code is selected, so that one key press copies it
      getSelection()?.selectAllChildren(code)
    }
  })
  return button
}

const addButtons = () => {
  for (const box of document.querySelectorAll("[data-copy]"))
    if (box instanceof HTMLElement && box.querySelector(".copy") === null) box.prepend(copyButton(box))
}

addButtons()
// the playground shows new code
document.addEventListener("parts-shown", addButtons)

/** @param {HTMLImageElement} picture */
const leaveOut = (picture) => {
  const empty = document.createElement("span")
  empty.className = "no-picture"
  empty.ariaHidden = "true"
  empty.textContent = picture.dataset.initial ?? ""
  picture.replaceWith(empty)
}

for (const picture of document.querySelectorAll("img")) {
  if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== "") leaveOut(picture)
  picture.addEventListener("error", () => leaveOut(picture))
}
