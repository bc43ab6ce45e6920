import { Clock, Effect } from "effect"

/** Where progress is shown: a terminal is redrawn in place, anything else gets a line now and then. */
export interface ProgressScreen {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

export const standardError: ProgressScreen = {
  isTerminal: process.stderr.isTTY,
  write: (text) => process.stderr.write(text)
}

export interface ProgressStep {
  /** rows done in this step */
  readonly rows: number
  /** share of the whole done so far, 0..1; null when the whole is not known */
  readonly fraction: number | null
}

const terminalIntervalMs = 200
const lineIntervalMs = 10_000

/**
 * Reports how a long job goes: rows, rows/s, and the time left where the whole is known. On a terminal one line five
 * times a second, elsewhere a line every 10 s.
 */
export const makeProgress = (label: string, screen: ProgressScreen = standardError) =>
  Effect.gen(function* () {
    const startedAt = yield* Clock.currentTimeMillis
    const intervalMs = screen.isTerminal ? terminalIntervalMs : lineIntervalMs
    let rows = 0
    let shownAt = startedAt

    const draw = (now: number, fraction: number | null): void => {
      const elapsedMs = Math.max(1, now - startedAt)
      const rate = Math.round((rows * 1_000) / elapsedMs)
      const share = fraction === null ? "" : ` ${Math.floor(fraction * 100)} %`
      const left =
        fraction === null || fraction <= 0 ? "" : `, ${duration((elapsedMs * (1 - fraction)) / fraction)} left`
      const line = `${label}:${share} ${rows.toLocaleString("en")} rows, ${rate.toLocaleString("en")} rows/s${left}`
      screen.write(screen.isTerminal ? `\r\u001b[K${line}` : `${line}\n`)
      shownAt = now
    }

    return {
      advance: (step: ProgressStep) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          rows += step.rows
          if (now - shownAt >= intervalMs) draw(now, step.fraction)
        }),
      /** Clears the line of a terminal, so that what follows starts on a clean one. */
      finish: Effect.sync(() => {
        if (screen.isTerminal) screen.write("\r\u001b[K")
      })
    }
  })

const duration = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
