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

/** A line that says how a job goes: on a terminal redrawn five times a second, elsewhere written every 10 s. */
const makeLine = (screen: ProgressScreen) =>
  Effect.map(Clock.currentTimeMillis, (startedAt) => {
    const intervalMs = screen.isTerminal ? terminalIntervalMs : lineIntervalMs
    let shownAt = startedAt
    return {
      /** Writes the text, if it is time. */
      show: (textAfter: (elapsedMs: number) => string) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (now - shownAt < intervalMs) return
          const line = textAfter(Math.max(1, now - startedAt))
          screen.write(screen.isTerminal ? `\r\u001b[K${line}` : `${line}\n`)
          shownAt = now
        }),
      /** Clears the line of a terminal, so that what follows starts on a clean one. */
      finish: Effect.sync(() => {
        if (screen.isTerminal) screen.write("\r\u001b[K")
      })
    }
  })

/** Reports how a long job goes: rows, rows/s, and the time left where the whole is known. */
export const makeProgress = (label: string, screen: ProgressScreen = standardError) =>
  Effect.map(makeLine(screen), ({ finish, show }) => {
    let rows = 0
    const textAfter = (elapsedMs: number, fraction: number | null): string => {
      const rate = Math.round((rows * 1_000) / elapsedMs)
      const share = fraction === null ? "" : ` ${Math.floor(fraction * 100)} %`
      const left =
        fraction === null || fraction <= 0 ? "" : `, ${duration((elapsedMs * (1 - fraction)) / fraction)} left`
      return `${label}:${share} ${rows.toLocaleString("en")} rows, ${rate.toLocaleString("en")} rows/s${left}`
    }
    return {
      advance: ({ fraction, rows: done }: ProgressStep) =>
        Effect.suspend(() => {
          rows += done
          return show((elapsedMs) => textAfter(elapsedMs, fraction))
        }),
      finish
    }
  })

/** Reports a job of which nobody knows how much is done: what is seen of it, and for how long it has been going on. */
export const makeWait = (label: string, screen: ProgressScreen = standardError) =>
  Effect.map(makeLine(screen), ({ show }) => ({
    show: (seen: string) => show((elapsedMs) => `${label}: ${seen}, ${duration(elapsedMs)}`)
  }))

const duration = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
