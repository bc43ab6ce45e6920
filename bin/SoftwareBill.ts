import { type LockFile, runtimePackages } from "./LicenceList.ts"

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly licenses?: ReadonlyArray<object>
  readonly properties?: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** What of a CycloneDX document is looked at here. */
export interface SoftwareBill {
  readonly specVersion: string
  readonly components: ReadonlyArray<Component>
}

const fullName = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)
const pathOf = ({ properties = [] }: Component) =>
  properties.find(({ name }) => name === "cdx:npm:package:path")?.value ?? ""

/** `sha512-…` of the lock file, as CycloneDX writes hashes. */
const hashesOf = (integrity: string) =>
  [...integrity.matchAll(/sha512-(\S+)/g)].map(([, digest = ""]) => ({
    alg: "SHA-512",
    content: Buffer.from(digest, "base64").toString("hex")
  }))

/** The document with what the lock file knows, and the generator does not write: hashes, and licences looked up by hand. */
export const completed = (bill: SoftwareBill, lock: LockFile) => {
  const licences = new Map(runtimePackages(lock).map(({ licence, name, version }) => [`${name}@${version}`, licence]))
  return {
    ...bill,
    components: bill.components.map((component) => ({
      ...component,
      hashes: hashesOf(lock.packages[pathOf(component)]?.integrity ?? ""),
      licenses: component.licenses ?? [
        { license: { id: licences.get(`${fullName(component)}@${component.version}`) ?? "unknown" } }
      ]
    }))
  }
}

/** What the document lacks: a package of the lock file that runs with the service, or its licence or hash. */
export const lacking = (bill: ReturnType<typeof completed>, lock: LockFile): ReadonlyArray<string> => {
  const listed = new Map(bill.components.map((each) => [`${fullName(each)}@${each.version}`, each]))
  return runtimePackages(lock).flatMap(({ name, version }) => {
    const found = listed.get(`${name}@${version}`)
    if (found === undefined) return [`${name}@${version}`]
    return [
      ...(found.licenses.length === 0 ? [`the licence of ${name}@${version}`] : []),
      ...(found.hashes.length === 0 ? [`the hash of ${name}@${version}`] : [])
    ]
  })
}
