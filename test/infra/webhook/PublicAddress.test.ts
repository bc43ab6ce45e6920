import { assert, describe, it } from "@effect/vitest"
import { isPublicAddress } from "../../../infra/webhook/PublicAddress.ts"

const notPublic = {
  "this network": ["0.0.0.0", "0.1.2.3"],
  private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "fc00::1", "fd12:3456::1"],
  "shared by carriers": ["100.64.0.1", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.255.0.9", "::1", "::"],
  "link-local": ["169.254.169.254", "fe80::1", "fe80::1%eth0"],
  documentation: ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"],
  benchmarks: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  "reserved and broadcast": ["240.0.0.1", "255.255.255.255", "5f00::1", "4000::1"],
  "IPv4 within IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "0:0:0:0:0:ffff:0a00:0001"
  ],
  NAT64: ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"],
  "tunnels that carry IPv4": ["2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  "no address": ["", "localhost", "1.2.3", "8.8.8.8:80", "[2606:4700::1]"]
}

describe("public addresses", () => {
  for (const [kind, addresses] of Object.entries(notPublic)) {
    it(`${kind}: none is public`, () => {
      for (const address of addresses) assert.isFalse(isPublicAddress(address), address)
    })
  }

  it("are all others, up to the edges of what is not", () => {
    for (const address of [
      "1.1.1.1",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "223.255.255.255",
      "2606:4700:4700::1111",
      "2a00:1450:4001:80b::200e",
      "2001:200::1"
    ]) {
      assert.isTrue(isPublicAddress(address), address)
    }
  })
})
