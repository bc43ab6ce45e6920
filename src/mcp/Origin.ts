const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const isLoopback = (hostname: string): boolean => loopbackNames.has(hostname) || hostname.endsWith(".localhost")

const hostnameOf = (url: string): string | null => {
  if (!URL.canParse(url)) return null
  const { hostname, protocol } = new URL(url)
  return protocol === "http:" || protocol === "https:" ? hostname : null
}

/**
 * May a page of this origin talk to a service that listens at `listensAt`? A service of this machine answers only pages
 * of this machine, asked for by one of its own names: else a page from anywhere could reach it through a name that it
 * lets point here (DNS rebinding). One that listens to the world answers pages from anywhere, as REST does, because
 * what lets a caller in is the key, which a page has to be given. Programs send no origin.
 */
export const isOriginAllowed = (origin: string | undefined, host: string | undefined, listensAt: string): boolean => {
  const asked = hostnameOf(`http://${host ?? ""}`)
  const from = origin === undefined ? undefined : hostnameOf(origin)
  if (asked === null || from === null) return false
  const isLocal = isLoopback(listensAt.includes(":") ? `[${listensAt}]` : listensAt)
  return !isLocal || (isLoopback(asked) && (from === undefined || isLoopback(from)))
}
