import { badRequest } from '../errors/problem.ts'
import { isWithin } from '../seeds/regular-file.ts'
import { canonicalFolder, isBuiltIn } from './templates.ts'

/** The folders below which seeds may be read for callers over HTTP; the process itself may read all. */
export class SeedFolders {
  readonly #roots: readonly string[] | undefined
  /** Folders that code of this process has named. */
  readonly #trusted = new Set<string>()

  constructor(roots: readonly string[] | undefined) {
    this.#roots = roots?.map(canonicalFolder)
  }

  /** Allows callers to use a folder that code of this process has named. */
  trust(seed: string): void {
    if (!isBuiltIn(seed)) this.#trusted.add(canonicalFolder(seed))
  }

  /** Refuses a seed that a caller may not use. */
  mustAllow(seed: string): void {
    if (isBuiltIn(seed)) return
    const folder = canonicalFolder(seed)
    if (!this.#roots || this.#trusted.has(folder) || this.#rootAround(folder) !== undefined) return
    throw badRequest(
      `The seed "${seed.slice(0, 200)}" is not demo, minimal or a folder below those of SANDBOX_SEED_FOLDERS`,
    )
  }

  /** The folder that must contain all files of a seed; undefined for a seed that this process has named. */
  rootOf(seed: string): string | undefined {
    return isBuiltIn(seed) ? undefined : this.#rootAround(canonicalFolder(seed))
  }

  #rootAround(folder: string): string | undefined {
    const isTrusted = this.#trusted.has(folder)
    return isTrusted ? undefined : this.#roots?.find((root) => isWithin(root, folder))
  }
}
