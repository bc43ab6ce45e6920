import type { CallCounts, UsageRow } from "../../queries/UsageReport.ts"

/** What a person reads of the chart, in the language of the page. */
export interface ChartTexts {
  readonly title: string
  /** what a screen reader says instead of the bars; the table beside the chart has the numbers */
  readonly description: string
  /** beside the line of the quota, with its number */
  readonly quota: string
  /** how a number of calls is written */
  readonly number: (calls: number) => string
}

export interface ChartOptions {
  readonly texts: ChartTexts
  /** calls that one row may have; `null`: unlimited, or rows that no quota is for. Drawn as a line. */
  readonly quota: number | null
  /** `rtl`: the first row is on the right */
  readonly direction: "ltr" | "rtl"
  /** prefix of ids, unique on the page */
  readonly id: string
  /** `narrow`: for a phone, where the wide one would be scaled until nobody can read its letters */
  readonly shape: ChartShape
}

export type ChartShape = "wide" | "narrow"

/** Units of the drawing; CSS scales it. */
export const chartSize = { height: 240, left: 8, right: 8, top: 24, bottom: 24 } as const
export const chartWidth: Readonly<Record<ChartShape, number>> = { wide: 720, narrow: 300 }

/** What of a slot its bar takes. */
const barShare = 0.8

export interface Bar {
  readonly row: UsageRow
  readonly x: number
  readonly width: number
  /** of the calls that were admitted, from the bottom up, and on top those that were refused */
  readonly admitted: { readonly y: number; readonly height: number }
  readonly refused: { readonly y: number; readonly height: number }
}

export interface ChartGeometry {
  /** calls at the top of the plot: 1, 2 or 5 times a power of ten, at least as much as the highest bar and the quota */
  readonly max: number
  readonly bars: ReadonlyArray<Bar>
  /** of the line of the quota; `null`: none, or so far above all bars that these would be flat */
  readonly quotaY: number | null
}

const refusedOf = ({ refusedDay, refusedHour, refusedSecond }: CallCounts): number =>
  refusedDay + refusedHour + refusedSecond

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below the number. */
export const niceMax = (calls: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, calls)))
  return [1, 2, 5, 10].map((step) => step * power).find((max) => max >= calls) ?? 10 * power
}

/** A quota that is more than so many times the highest bar is not drawn. */
const quotaFactorMax = 20

/** Where everything stands. */
export const chartGeometry = (
  rows: ReadonlyArray<UsageRow>,
  { direction, quota, shape }: Pick<ChartOptions, "direction" | "quota" | "shape">
): ChartGeometry => {
  const { bottom, height, left, right, top } = chartSize
  const width = chartWidth[shape]
  const plot = { width: width - left - right, height: height - top - bottom }
  const highest = Math.max(0, ...rows.map((row) => row.admitted + refusedOf(row)))
  const isQuotaNear = quota !== null && (highest === 0 || quota <= highest * quotaFactorMax)
  const max = niceMax(Math.max(highest, isQuotaNear ? quota : 0))
  const heightOf = (calls: number) => (calls / max) * plot.height
  const base = top + plot.height
  const slot = plot.width / Math.max(1, rows.length)
  const bars = rows.map((row, i): Bar => {
    const place = direction === "ltr" ? i : rows.length - 1 - i
    const admitted = heightOf(row.admitted)
    const refused = heightOf(refusedOf(row))
    return {
      row,
      x: left + place * slot + (slot * (1 - barShare)) / 2,
      width: slot * barShare,
      admitted: { y: base - admitted, height: admitted },
      refused: { y: base - admitted - refused, height: refused }
    }
  })
  return { max, bars, quotaY: isQuotaNear ? base - heightOf(quota) : null }
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "")

/** To a tenth of a unit, which no eye sees: a chart of a month by hours has 1,488 bars. */
const units = (length: number): string => String(Math.round(length * 10) / 10)

const rect = (attributes: string, { width, x }: Bar, { height, y }: Bar["admitted"]): string =>
  height === 0
    ? ""
    : `<rect ${attributes} x="${units(x)}" y="${units(y)}" width="${units(width)}" height="${units(height)}"/>`

/** What a pointer that rests on the bar is told. */
const barTitle = ({ row }: Bar): string => `<title>${escaped(row.name)}: ${row.admitted} + ${refusedOf(row)}</title>`

const barSvg = (bar: Bar): string => {
  const rects =
    rect(`class="usage-admitted"`, bar, bar.admitted) +
    rect(`class="usage-refused" fill-opacity="0.4"`, bar, bar.refused)
  return rects === "" ? "" : `<g>${barTitle(bar)}${rects}</g>`
}

const quotaSvg = (y: number, { direction, shape, texts }: ChartOptions): string => {
  const { left, right } = chartSize
  const width = chartWidth[shape]
  // where the text begins: with the reading direction
  const x = direction === "ltr" ? left : width - right
  return (
    `<line class="usage-quota" stroke="currentColor" stroke-dasharray="6 4" x1="${left}" x2="${width - right}" y1="${units(y)}" y2="${units(y)}"/>` +
    `<text class="usage-label" font-size="12" x="${x}" y="${units(y - 4)}">${escaped(texts.quota)}</text>`
  )
}

/** The height that the bars are measured by. */
const scaleSvg = (max: number, { direction, shape, texts }: ChartOptions): string => {
  const { left, right, top } = chartSize
  const width = chartWidth[shape]
  const end = direction === "ltr" ? width - right : left
  return (
    `<line class="usage-axis" stroke="currentColor" stroke-opacity="0.3" x1="${left}" x2="${width - right}" y1="${top}" y2="${top}"/>` +
    `<text class="usage-label" font-size="12" text-anchor="end" x="${end}" y="${top - 4}">${escaped(texts.number(max))}</text>`
  )
}

const axisSvg = (rows: ReadonlyArray<UsageRow>, { direction, shape }: ChartOptions): string => {
  const { bottom, height, left, right } = chartSize
  const width = chartWidth[shape]
  const y = height - bottom
  const [first, last] = [rows.at(0)?.name ?? "", rows.at(-1)?.name ?? ""]
  const [start, end] = direction === "ltr" ? [left, width - right] : [width - right, left]
  const label = (anchor: "start" | "end", x: number, text: string) =>
    `<text class="usage-label" font-size="12" text-anchor="${anchor}" x="${x}" y="${height - 6}">${escaped(text)}</text>`
  return (
    `<line class="usage-axis" stroke="currentColor" x1="${left}" x2="${width - right}" y1="${y}" y2="${y}"/>` +
    label("start", start, first) +
    (rows.length > 1 ? label("end", end, last) : "")
  )
}

/**
 * The rows of a report as an SVG of bars: no script, no inline style, so that it is shown under a strict policy. CSS may
 * give colours by the classes `usage-admitted`, `usage-refused`, `usage-quota`, `usage-axis` and `usage-label`; without,
 * everything has the colour of the text around, light or dark, and refused calls are paler.
 */
export const usageChart = (rows: ReadonlyArray<UsageRow>, options: ChartOptions): string => {
  const { direction, id, shape, texts } = options
  const { bars, max, quotaY } = chartGeometry(rows, options)
  const [titleId, descriptionId] = [`${escaped(id)}-title`, `${escaped(id)}-desc`]
  return (
    `<svg class="usage-chart ${shape}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth[shape]} ${chartSize.height}"` +
    ` role="img" aria-labelledby="${titleId} ${descriptionId}" direction="${direction}" fill="currentColor" stroke="none">` +
    `<title id="${titleId}">${escaped(texts.title)}</title><desc id="${descriptionId}">${escaped(texts.description)}</desc>` +
    scaleSvg(max, options) +
    bars.map(barSvg).join("") +
    (quotaY === null ? "" : quotaSvg(quotaY, options)) +
    axisSvg(rows, options) +
    "</svg>"
  )
}
