const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A session ends when nobody has used it for so long. */
export const sessionIdleMs = 12 * hourMs
/** A session ends so long after the sign-in, however much it is used. */
export const sessionLifeMs = 14 * 24 * hourMs
/** When a session was seen is written again after so long: not with every request. */
export const sessionSeenMs = 5 * minuteMs
/** A link to verify an address or to set a password works for so long, once. */
export const tokenLifeMs = 30 * minuteMs

interface SessionTimes {
  readonly openedAt: number
  readonly seenAt: number
}

/** Does the session still open anything? */
export const isSessionOpen = ({ openedAt, seenAt }: SessionTimes, now: number): boolean =>
  now < openedAt + sessionLifeMs && now < seenAt + sessionIdleMs
