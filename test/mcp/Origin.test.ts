import { assert, describe, it } from "@effect/vitest"
import { isOriginAllowed } from "../../src/mcp/Origin.ts"

describe("A page's origin", () => {
  const local = ["127.0.0.1", "localhost", "::1"]

  it("of this machine may talk to a service of this machine, whatever its port", () => {
    for (const listensAt of local)
      for (const origin of ["http://localhost:6274", "https://127.0.0.1", "http://[::1]:3000", undefined])
        assert.isTrue(isOriginAllowed(origin, "localhost:8080", listensAt), `${origin} → ${listensAt}`)
  })

  it("from elsewhere may not, nor may a name from elsewhere that points here", () => {
    for (const listensAt of local) {
      for (const origin of ["https://evil.example", "http://localhost.evil.example", "null", "file://", "localhost"])
        assert.isFalse(isOriginAllowed(origin, "127.0.0.1:8080", listensAt), origin)
      assert.isFalse(isOriginAllowed(undefined, "evil.example:8080", listensAt))
      assert.isFalse(isOriginAllowed("http://evil.example:8080", "evil.example:8080", listensAt))
    }
  })

  it("may be any that is one where the service listens to the world", () => {
    assert.isTrue(isOriginAllowed("https://app.example", "api.example", "0.0.0.0"))
    assert.isTrue(isOriginAllowed(undefined, "api.example", "::"))
    assert.isFalse(isOriginAllowed("null", "api.example", "0.0.0.0"))
    assert.isFalse(isOriginAllowed(undefined, undefined, "0.0.0.0"))
  })
})
