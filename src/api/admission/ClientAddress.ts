import { BlockList, isIP, isIPv6, SocketAddress } from "node:net"

/** Which peers are proxies of ours, and the header in which they say for whom they ask. */
export interface TrustedProxies {
  readonly peers: BlockList
  readonly header: "x-forwarded-for" | "forwarded"
  /** as it was set */
  readonly text: string
}

/** IPv4 within IPv6 (`::ffff:192.0.2.1`) as IPv4; without the zone of a link-local address. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/iu, "").replace(/%.*$/u, "")

/** Is the peer a proxy of ours? */
export const isTrusted = (peer: string, { peers }: TrustedProxies): boolean => {
  const address = plain(peer)
  return peers.check(address, isIPv6(address) ? "ipv6" : "ipv4")
}

/** `192.0.2.1`, `192.0.2.1:80`, `"[2001:db8::1]:80"`, `2001:db8::1`; `undefined` where it is no address. */
const addressIn = (text: string): string | undefined => {
  const bare = text.trim().replaceAll('"', "")
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/u.exec(bare)?.[1]
  const address = plain(bracketed ?? bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, "$1"))
  return isIP(address) === 0 ? undefined : address
}

/** The addresses that a header names, the nearest last. `Forwarded` is RFC 7239. */
const named = (value: string, header: TrustedProxies["header"]): ReadonlyArray<string | undefined> =>
  value.split(",").map((each) => {
    if (header === "x-forwarded-for") return addressIn(each)
    const node = /(?:^|;)\s*for=("[^"]*"|[^;]*)/iu.exec(each)?.[1]
    return node === undefined ? undefined : addressIn(node)
  })

/**
 * Who asks: the peer of the connection, or, where that is a proxy of ours, the nearest address in its header that is
 * none. What stands further away in the header is the caller's own word and is not looked at.
 */
export const clientAddress = (
  peer: string | undefined,
  headers: Readonly<Record<string, string | undefined>>,
  proxies: TrustedProxies | null
): string => {
  let address = plain(peer ?? "unknown")
  if (proxies === null || isIP(address) === 0) return address
  const hops = named(headers[proxies.header] ?? "", proxies.header)
  for (let at = hops.length - 1; at >= 0 && isTrusted(address, proxies); at--) {
    const hop = hops[at]
    if (hop === undefined) break
    address = hop
  }
  return address
}

/** What a limit counts by: an IPv4 address, or the /64 of an IPv6 one, of which any customer has a whole one. */
export const limitedBy = (address: string): string => {
  // told by its colons first: `isIPv6` is a long expression, and each request comes here
  if (!address.includes(":") || !isIPv6(address)) return address
  const [head = "", tail] = address.toLowerCase().split("::")
  const groups = head === "" ? [] : head.split(":")
  const rest = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...rest]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`
}

/** `10.0.0.0/8`, `192.0.2.1`, `2001:db8::/32`, …; the first that is neither an address nor a block is given back. */
export const addressBlocks = (entries: ReadonlyArray<string>): BlockList | string => {
  const blocks = new BlockList()
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/")
    const family = isIP(address)
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix)
    const isPrefix = prefix === undefined || /^\d{1,3}$/u.test(prefix)
    if (family === 0 || !isPrefix || bits > (family === 6 ? 128 : 32)) return entry
    blocks.addSubnet(new SocketAddress({ address, family: family === 6 ? "ipv6" : "ipv4" }), bits)
  }
  return blocks
}
