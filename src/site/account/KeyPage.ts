import { Effect, Redacted } from "effect"
import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { type AccountKey, AccountKeys } from "../../commands/accounts/AccountKeys.ts"
import { OnceOnly } from "../../commands/OnceOnly.ts"
import type { Html } from "../layout/Html.ts"
import { pageResponse } from "../layout/PageResponse.ts"
import { errorPage } from "../pages/ErrorPage.ts"
import { parameter } from "../request/PageRequest.ts"
import { seeOther } from "./AccountPage.ts"
import { csrf, dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { type Confirmed, confirmed, confirmPart } from "./KeyConfirmation.ts"
import { isKeyName, newKeyPage, typedName } from "./KeysPage.ts"
import { nameOfKey } from "./QuotaWarnings.ts"
import { invalid, onConflicts, type Refusal, sentBefore, untouched } from "./Refusals.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

const noSuchKey = ({ asked }: Visit) => pageResponse(asked, errorPage(asked, 404))

/**
 * `/dashboard/key?id=…`: what can be done with one key, each with a word on what happens. What cannot be undone is asked
 * again on a page of its own (`&confirm=…`). A key of others is not found.
 */
export const keyPage = Effect.gen(function* () {
  const keys = yield* AccountKeys
  const list = yield* ownKeys
  const once = yield* OnceOnly
  const { page, take } = yield* signedIn

  const chosen = (visit: Visit) =>
    Effect.map(list(visit), (owned) => ({
      owned,
      found: owned.find(({ key }) => key.active && key.keyId === parameter(visit.asked, "id"))
    }))

  const show = Effect.fnUntraced(function* (visit: Visit, name: string | null, refusal: Refusal) {
    const { found, owned } = yield* chosen(visit)
    if (found === undefined) return yield* noSuchKey(visit)
    return yield* dashboardPage(visit, {
      ...refusal,
      tab: "/dashboard",
      title: nameOfKey(found),
      keys: owned,
      main: html`${renameForm(visit, found, { name: name ?? found.key.name, refusal })} ${rotatePart(visit, found)}
      ${deactivatePart(visit, found)}`
    })
  })

  const ask = Effect.fnUntraced(function* (visit: Visit, action: Confirmed, refusal: Refusal) {
    const { found, owned } = yield* chosen(visit)
    if (found === undefined) return yield* noSuchKey(visit)
    const ticket = yield* once.ticket
    const { heading, main } = confirmPart(visit, found, { action, address: addressOf(visit, found), ticket, refusal })
    return yield* dashboardPage(visit, { ...refusal, tab: "/dashboard", title: heading, keys: owned, main })
  })

  const rename = Effect.fnUntraced(function* (visit: Visit, { key }: AccountKey, name: string) {
    const { speech } = visit.asked
    const again = (refusal: Refusal) => show(visit, name, refusal)
    if (!isKeyName(name)) return yield* again(invalid({ field: "name", text: speech.words.keyNameInvalid }))
    return yield* keys
      .rename(visit.session.account.accountId, key.keyId, name)
      .pipe(
        Effect.as(seeOther(visit.asked, "/dashboard", { done: "renamed" })),
        Effect.catchTags({ ...onConflicts(speech, again), AccountKeyUnknown: () => noSuchKey(visit) })
      )
  })

  const rotate = Effect.fnUntraced(function* (visit: Visit, { key }: AccountKey, ticket: string) {
    const { speech } = visit.asked
    const again = (refusal: Refusal) => ask(visit, "rotate", refusal)
    if (!(yield* once.take(ticket))) return yield* again(sentBefore(speech))
    return yield* keys.rotate(visit.session.account.accountId, key.keyId).pipe(
      Effect.flatMap((rotated) => newKeyPage(visit, Redacted.value(rotated.key))),
      Effect.catchTags({
        ...onConflicts(speech, again),
        AccountKeyUnknown: () => noSuchKey(visit),
        KeyGone: () => noSuchKey(visit)
      })
    )
  })

  const deactivate = (visit: Visit, { key }: AccountKey) =>
    keys.deactivate(visit.session.account.accountId, key.keyId).pipe(
      Effect.as(seeOther(visit.asked, "/dashboard", { done: "deactivated" })),
      Effect.catchTags({
        ...onConflicts(visit.asked.speech, (refusal) => ask(visit, "deactivate", refusal)),
        AccountKeyUnknown: () => noSuchKey(visit)
      })
    )

  const actions: PageActions = {
    get: page((visit) => {
      const action = confirmed(parameter(visit.asked, "confirm"))
      return action === null ? show(visit, null, untouched) : ask(visit, action, untouched)
    }),
    post: take(
      Effect.fnUntraced(function* (visit, fields) {
        const { found } = yield* chosen(visit)
        const action = fields.get("do")
        if (found === undefined) return yield* noSuchKey(visit)
        if (action === "rename") return yield* rename(visit, found, typedName(fields))
        const toConfirm = confirmed(action)
        if (toConfirm !== null && fields.get("sure") !== "yes") return yield* ask(visit, toConfirm, untouched)
        if (action === "rotate") return yield* rotate(visit, found, fields.get("ticket") ?? "")
        if (action === "deactivate") return yield* deactivate(visit, found)
        return yield* show(visit, null, invalid({ field: null, text: visit.asked.speech.words.formUnknown }))
      })
    )
  }
  return actions
})

const addressOf = ({ asked }: Visit, { key }: AccountKey): string =>
  `${pageIn(asked.speech.language, "/dashboard/key")}?id=${key.keyId}`

interface RenameContent {
  readonly name: string
  readonly refusal: Refusal
}

const renameForm = (visit: Visit, each: AccountKey, { name, refusal }: RenameContent): Html => {
  const { speech } = visit.asked
  const { words } = speech
  const state = { id: "rename", problems: refusal.problems }
  return html`<div class="part">
    ${problemSummary(speech, state)}
    <p><code dir="ltr" translate="no">${each.key.prefix}…</code></p>
    <form method="post" action="${addressOf(visit, each)}" novalidate>
      ${csrf(visit)} ${hiddenField("do", "rename")}
      ${inputField(speech, state, {
        name: "name",
        label: words.keyName,
        type: "text",
        autocomplete: "off",
        value: name,
        help: words.keyNameHelp
      })}
      <button>${words.keyRename}</button>
    </form>
  </div>`
}

const rotatePart = (visit: Visit, each: AccountKey): Html => {
  const { words } = visit.asked.speech
  return html`<div class="part">
    <h2>${words.keyRotateHeading}</h2>
    <p>${words.keyRotateHelp}</p>
    <p><a class="button" href="${addressOf(visit, each)}&confirm=rotate">${words.keyRotateButton}</a></p>
  </div>`
}

const deactivatePart = (visit: Visit, each: AccountKey): Html => {
  const { words } = visit.asked.speech
  return html`<div class="part">
    <h2>${words.keyDeactivateHeading}</h2>
    <p>${words.keyDeactivateHelp}</p>
    <p><a class="button danger" href="${addressOf(visit, each)}&confirm=deactivate">${words.keyDeactivateButton}</a></p>
  </div>`
}
