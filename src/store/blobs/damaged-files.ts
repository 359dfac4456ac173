/** A file whose bytes are missing or altered. */
export interface DamagedFile {
  readonly digest: string
  readonly why: string
  /** True if the file has its size, so that only its digest shows the damage. */
  readonly isAltered: boolean
  /** The workspaces that are known to name it. */
  readonly workspaceIds: Set<string>
}

/** The files that are known to be damaged, until their bytes arrive again or nothing names them; each is reported once. */
export class DamagedFiles {
  readonly #found = new Map<string, DamagedFile>()
  #report: ((file: DamagedFile) => void) | undefined

  get size(): number {
    return this.#found.size
  }

  isAltered(digest: string): boolean {
    return this.#found.get(digest)?.isAltered === true
  }

  /** Number of damaged files that a workspace names. */
  countOf(workspaceId: string): number {
    let count = 0
    for (const { workspaceIds } of this.#found.values())
      count += Number(workspaceIds.has(workspaceId))
    return count
  }

  onFound(report: (file: DamagedFile) => void): void {
    this.#report = report
  }

  add(
    digest: string,
    why: string,
    { workspaceId, isAltered = false }: { workspaceId?: string | undefined; isAltered?: boolean },
  ): void {
    const known = this.#found.get(digest)
    const file = known ?? { digest, why, isAltered, workspaceIds: new Set() }
    if (workspaceId !== undefined) file.workspaceIds.add(workspaceId)
    if (known) return
    this.#found.set(digest, file)
    this.#report?.(file)
  }

  forget(digest: string): void {
    this.#found.delete(digest)
  }

  /** Forgets all but the files that something still names. */
  keepOnly(named: ReadonlySet<unknown>): void {
    for (const digest of this.#found.keys()) if (!named.has(digest)) this.#found.delete(digest)
  }
}
