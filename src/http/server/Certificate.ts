import { Effect, Schedule } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import type { Server } from "node:http"
import { platform } from "node:os"
import { Server as TlsServer } from "node:tls"
import type { CertificateFiles } from "../../api/HttpOptions.ts"

export interface Certificate {
  readonly cert: string
  readonly key: string
}

/**
 * Reads both files; throws unless they belong together, and if everybody on the machine may use the key. Deno's own check
 * of a pair is made at the first connection.
 */
export const readCertificate = ({ certificate, key }: CertificateFiles): Certificate => {
  refuseShared(key)
  const read = { cert: readFileSync(certificate, "utf8"), key: readFileSync(key, "utf8") }
  if (new X509Certificate(read.cert).checkPrivateKey(createPrivateKey(read.key))) return read
  throw new Error(`${key} is not the key of ${certificate}`)
}

const rightsOfOthers = 0o007

/** Groups are let in: a secret that is mounted into a container may have to have one. */
const refuseShared = (key: string): void => {
  const { mode } = statSync(key)
  if (platform() === "win32" || (mode & rightsOfOthers) === 0) return
  throw new Error(
    `${key} can be used by everybody on this machine: chmod o-rwx ${key}, or mount the secret with defaultMode 0440`
  )
}

const changedAt = ({ certificate, key }: CertificateFiles): string =>
  [certificate, key].map((path) => statSync(path).mtimeMs).join(" ")

/** Watching would miss a link that is set to another file, as secrets of containers and ACME clients are renewed. */
const lookInterval = "10 seconds"

/**
 * Gives the server the certificate anew whenever the files change, for ever; connections that are open keep the old one. While
 * the files cannot be used, as between the writes of one and of the other, the server goes on with what it has.
 */
export const renewCertificate = (server: Server, files: CertificateFiles): Effect.Effect<never> => {
  let used = changedAt(files)
  let refused = ""
  const renew = Effect.try({
    try: () => {
      const found = changedAt(files)
      if (found === used || !(server instanceof TlsServer)) return false
      server.setSecureContext(readCertificate(files))
      used = found
      return true
    },
    catch: (cause) => String(cause)
  }).pipe(
    Effect.tap((isNew) => (isNew ? Effect.logInfo("the certificate was renewed") : Effect.void)),
    Effect.tap(() => Effect.sync(() => void (refused = ""))),
    Effect.catch((reason) => {
      if (reason === refused) return Effect.void
      refused = reason
      return Effect.logWarning("the new certificate cannot be used; the one before stays", reason)
    })
  )
  return Effect.repeat(renew, Schedule.spaced(lookInterval)).pipe(Effect.andThen(Effect.never))
}
