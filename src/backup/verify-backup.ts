import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { messageLine } from '../kernel/text.ts'
import { FILES } from '../transfer/archive-entries.ts'
import { BACKUP } from '../transfer/backup-entries.ts'
import { problemOfDatabase } from './backup-databases.ts'
import { type Backup, BackupError, type Content, contentsOf } from './backup-folder.ts'

/** A part of a backup that is verified: the content, and what it is there for. */
export interface Part extends Content {
  readonly name: string
}

const MAX_PROBLEMS = 20

/** All contents of a backup, each once. */
export const partsOf = ({ registry, databases, files }: Backup): Part[] => {
  const parts = new Map<string, Part>()
  const add = (name: string, { sha256, sizeBytes }: Content) =>
    parts.set(sha256, parts.get(sha256) ?? { name, sha256, sizeBytes })
  add(BACKUP.registry, registry)
  for (const [name, content] of Object.entries(databases)) add(BACKUP.databases + name, content)
  for (const [sha256, sizeBytes] of Object.entries(files))
    add(FILES + sha256, { sha256, sizeBytes })
  return [...parts.values()]
}

/** Refuses a backup of which something is missing, cut or altered. */
export const verifyBackup = async (
  folder: string,
  parts: readonly Part[],
  onProgress: (verified: number, of: number) => void,
): Promise<void> => {
  const { paths } = contentsOf(folder)
  const problems: string[] = []
  for (const [index, part] of parts.entries()) {
    const path = paths.pathOf(part.sha256)
    const problem = await problemOf(path, part)
    if (problem !== undefined) problems.push(`${path} (${part.name}): ${problem}`)
    onProgress(index + 1, parts.length)
  }
  if (problems.length === 0) return
  const more = problems.length - MAX_PROBLEMS
  if (more > 0) problems.splice(MAX_PROBLEMS, more, `and ${more} more`)
  throw new BackupError(problems.join('\n'))
}

const problemOf = async (path: string, { name, sha256, sizeBytes }: Part) => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 'missing'
  if (found.size !== sizeBytes)
    return `${found.size < sizeBytes ? 'cut' : 'altered'}: it has ${found.size} of ${sizeBytes} bytes`
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const digest = hash.digest('hex')
  if (digest !== sha256) return `altered: its SHA-256 is ${digest}`
  return name.startsWith(FILES) ? undefined : tryDatabase(path)
}

const tryDatabase = (path: string): string | undefined => {
  try {
    return problemOfDatabase(path)
  } catch (error) {
    return `the database cannot be read: ${messageLine(error)}`
  }
}
