import { execFileSync } from "node:child_process"
import { join } from "node:path"

/**
 * Makes a certificate that vouches for itself, in the folder; again: another one in the same files. `name` is an alternative
 * name as openssl writes it.
 */
export const selfSigned = (folder: string, name = "IP:127.0.0.1") => {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
  execFileSync(
    "openssl",
    // prettier-ignore
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
      "-addext", `subjectAltName=${name}`, "-keyout", key, "-out", certificate],
    { stdio: "pipe" }
  )
  return { certificate, key }
}
