import { html } from "hono/html"
import type { SearchAnswer } from "../../api/operations/SearchOperation.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

type Food = SearchAnswer["body"]["results"][number]

/** Foods as a person reads them: picture, name, brand, and what 100 g hold. */
export const foodList = (speech: Speech, foods: ReadonlyArray<Food>): Html =>
  html` <p class="note">
      ${speech.words.perHundred}. ${foods.some(({ verified }) => verified) ? speech.words.verifiedHelp : ""}
    </p>
    <ol class="foods">
      ${foods.map((food) => html`<li class="food">${picture(food)}${names(speech, food)}${values(speech, food)}</li>`)}
    </ol>`

/** Only over TLS, as the policy of the page has it; the host of the picture is not told where it is shown. */
const picture = ({ image_url, name }: Food): Html =>
  image_url?.startsWith("https://") === true
    ? html`<img
        src="${image_url}"
        alt=""
        width="64"
        height="64"
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        data-initial="${initialOf(name)}"
      />`
    : html`<span class="no-picture" aria-hidden="true">${initialOf(name)}</span>`

const initialOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "").toUpperCase()

const names = ({ words }: Speech, { brands, food_group, name, verified }: Food): Html =>
  html` <div class="names">
    <h3><bdi>${name}</bdi></h3>
    <p>
      ${brands === null ? "" : html`<bdi>${brands}</bdi>`}
      ${food_group === "Other" ? "" : html`<bdi>${food_group}</bdi>`}
      ${verified ? html`<span class="verified">${words.verified}</span>` : ""}
    </p>
  </div>`

const values = (speech: Speech, { nutrition }: Food): Html => {
  const { words } = speech
  const rows = [
    [words.energy, nutrition.calories, words.kcal],
    [words.protein, nutrition.proteins, words.gram],
    [words.fat, nutrition.fats, words.gram],
    [words.carbohydrates, nutrition.carbs, words.gram]
  ] as const
  return html`<dl>
    ${rows.map(
      ([name, value, unit]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${amount(speech, value, unit)}</dd>
        </div>`
    )}
  </dl>`
}

const amount = ({ number, words }: Speech, value: number | null, unit: string): Html =>
  value === null
    ? html`<span class="unknown">${words.unknownValue}</span>`
    : html`<b>${number(Math.round(value * 10) / 10)}</b> ${unit}`
