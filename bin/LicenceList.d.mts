interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string
        readonly license?: string
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

export const runtimePackages: (lock: LockFile) => ReadonlyArray<RuntimePackage>
export const licenceList: (lock: LockFile) => string
