import { BlockList, isIPv4, isIPv6 } from "node:net"

/**
 * Addresses that no host on the public internet has, or that lead back into a network: the special-purpose registries of
 * IANA, https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, and multicast.
 */
const notPublicV4: ReadonlyArray<readonly [string, number]> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
]

/** Within 2000::/3, outside of which nothing is public: neither IPv4 in IPv6, nor NAT64, nor local addresses. */
const notPublicV6: ReadonlyArray<readonly [string, number]> = [
  // Teredo, ORCHID, benchmarks and other protocols
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 carries an IPv4 address
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20]
]

const listOf = (ranges: ReadonlyArray<readonly [string, number]>, family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList()
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family)
  return list
}

const v4 = listOf(notPublicV4, "ipv4")
const v6 = listOf(notPublicV6, "ipv6")
const unicast = listOf([["2000::", 3]], "ipv6")

/** Can the address be that of a host on the public internet? An address with a zone, or that is none, cannot. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !v4.check(address, "ipv4")
  if (!isIPv6(address) || address.includes("%")) return false
  return unicast.check(address, "ipv6") && !v6.check(address, "ipv6")
}

const loopback = listOf([["127.0.0.0", 8]], "ipv4")

/** This machine, by its own name for itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIPv4(address) ? loopback.check(address, "ipv4") : address === "::1"
