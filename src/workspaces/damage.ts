import type { WorkspaceRecord } from './registry.ts'

/** A workspace whose data cannot be read. */
export interface Damage {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly databaseFile: string
  readonly why: string
  /** True if the file could not be opened, which can end when its owner brings it back. */
  readonly isUnopened: boolean
}

/** The workspaces that are known to be damaged; each is reported once. */
export class DamagedWorkspaces {
  readonly #found = new Map<string, Damage>()
  #report: ((damage: Damage) => void) | undefined

  get size(): number {
    return this.#found.size
  }

  find(workspaceId: string): Damage | undefined {
    return this.#found.get(workspaceId)
  }

  /** Reports those that are known already, and each further one. */
  onFound(report: (damage: Damage) => void): void {
    this.#report = report
    for (const damage of this.#found.values()) report(damage)
  }

  add(
    { id, name, databaseFile }: Pick<WorkspaceRecord, 'id' | 'name' | 'databaseFile'>,
    why: string,
    { isUnopened = false } = {},
  ): void {
    if (this.#found.has(id)) return
    const damage = { workspaceId: id, workspaceName: name, databaseFile, why, isUnopened }
    this.#found.set(id, damage)
    this.#report?.(damage)
  }

  /** The file of a workspace could be opened. */
  opened(workspaceId: string): void {
    if (this.find(workspaceId)?.isUnopened) this.forget(workspaceId)
  }

  /** The workspace has another database, or was deleted. */
  forget(workspaceId: string): void {
    this.#found.delete(workspaceId)
  }
}
