import { assert, describe, it } from "@effect/vitest"
import {
  addressBlocks,
  clientAddress,
  limitedBy,
  type TrustedProxies
} from "../../../src/api/admission/ClientAddress.ts"

const proxies = (header: TrustedProxies["header"], ...entries: ReadonlyArray<string>): TrustedProxies => {
  const peers = addressBlocks(entries)
  if (typeof peers === "string") throw new Error(peers)
  return { header, peers, text: entries.join(",") }
}

const trusted = proxies("x-forwarded-for", "10.0.0.0/8", "2001:db8::/32", "192.0.2.7")
const byRfc = proxies("forwarded", "10.0.0.0/8")

describe("Who asks", () => {
  it.each([
    ["nobody is trusted", "10.1.1.1", { "x-forwarded-for": "203.0.113.9" }, null, "10.1.1.1"],
    ["the peer is no proxy of ours", "198.51.100.1", { "x-forwarded-for": "203.0.113.9" }, trusted, "198.51.100.1"],
    ["a proxy names the caller", "10.1.1.1", { "x-forwarded-for": "203.0.113.9" }, trusted, "203.0.113.9"],
    ["IPv4 within IPv6", "::ffff:10.1.1.1", { "x-forwarded-for": "203.0.113.9" }, trusted, "203.0.113.9"],
    ["two proxies", "192.0.2.7", { "x-forwarded-for": "203.0.113.9, 10.2.2.2" }, trusted, "203.0.113.9"],
    [
      "what the caller wrote before the proxy did is not believed",
      "10.1.1.1",
      { "x-forwarded-for": "1.1.1.1, 203.0.113.9" },
      trusted,
      "203.0.113.9"
    ],
    ["a proxy that says nothing", "10.1.1.1", {}, trusted, "10.1.1.1"],
    ["a header that is no address", "10.1.1.1", { "x-forwarded-for": "x, 203.0.113.9, unknown" }, trusted, "10.1.1.1"],
    ["an address with a port", "10.1.1.1", { "x-forwarded-for": "203.0.113.9:4711" }, trusted, "203.0.113.9"],
    ["an IPv6 proxy", "2001:db8::1", { "x-forwarded-for": "2a00:1450::5" }, trusted, "2a00:1450::5"],
    ["the other header is not read", "10.1.1.1", { forwarded: "for=203.0.113.9" }, trusted, "10.1.1.1"],
    ["RFC 7239", "10.1.1.1", { forwarded: "by=10.1.1.1;for=203.0.113.9;proto=https" }, byRfc, "203.0.113.9"],
    ["RFC 7239, IPv6", "10.1.1.1", { forwarded: 'for=1.1.1.1, For="[2a00:1450::5]:80"' }, byRfc, "2a00:1450::5"]
  ] as const)("%s", (_, peer, headers, proxies, expected) => {
    assert.strictEqual(clientAddress(peer, headers, proxies), expected)
  })

  it("limits count by an IPv4 address, or by the /64 of an IPv6 one however it is written", () => {
    assert.strictEqual(limitedBy("203.0.113.9"), "203.0.113.9")
    const written = ["2001:db8:0:1::5", "2001:0DB8::1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1:ffff::"]
    assert.deepStrictEqual(
      written.map(limitedBy),
      written.map(() => "2001:db8:0:1::/64")
    )
    assert.notStrictEqual(limitedBy("2001:db8:0:2::5"), limitedBy("2001:db8:0:1::5"))
    assert.strictEqual(limitedBy("::1"), "0:0:0:0::/64")
  })

  it.each(["10.0.0.0/33", "10.0.0/8", "proxy.local", "2001:db8::/129", "10.0.0.0/x", ""])(
    "%o is no block of addresses, and named",
    (entry) => assert.strictEqual(addressBlocks(["10.0.0.0/8", entry]), entry)
  )
})
