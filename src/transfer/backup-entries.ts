/** The entries of the archive in which a server sends a backup, beside files. */
export const BACKUP = {
  manifest: 'backup.json',
  registry: 'registry.sqlite',
  databases: 'databases/',
  /** The sentence of an error, in place of what would follow. */
  failure: 'failure.txt',
} as const

/** The manifest of a backup as it is sent: the tags of all its databases, empty where the next backup needs it again. */
export interface SentBackup {
  readonly takenAtMs: number
  readonly databases: Readonly<Record<string, string>>
}
