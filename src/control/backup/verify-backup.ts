import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { LIMITS } from '../../kernel/limits.ts'
import { messageLine } from '../../kernel/text.ts'
import { type Backup, BackupError, type Content, contentsOf, writtenAtMs } from './backup-folder.ts'
import { readDatabase } from './named-parts.ts'

export interface Part extends Content {
  readonly name?: string
}

/** All contents of a backup by their digests; databases have a name. */
export const partsOf = ({ registry, databases, files }: Backup): ReadonlyMap<string, Part> => {
  const parts: Part[] = [...files, ...databases, { ...registry, name: 'registry' }]
  return new Map(parts.map((part) => [part.sha256, part]))
}

export const partsOfAll = (backups: readonly Backup[]): ReadonlyMap<string, Part> =>
  new Map(backups.flatMap((backup) => [...partsOf(backup)]))

/** What is missing, cut or altered of some parts: a sentence by the digest of each. */
export const findProblems = async (
  folder: string,
  parts: ReadonlyMap<string, Part>,
  onProgress: (verified: number, of: number) => void,
): Promise<ReadonlyMap<string, string>> => {
  const { paths } = contentsOf(folder)
  const problems = new Map<string, string>()
  const left = parts.entries()
  let verified = 0
  const verifyNext = async (): Promise<void> => {
    for (const [digest, part] of left) {
      const path = paths.pathOf(digest)
      const problem = await problemOf(path, part)
      if (problem !== undefined)
        problems.set(digest, `${path} (${part.name ?? 'file'}): ${problem}`)
      verified += 1
      onProgress(verified, parts.size)
    }
  }
  await Promise.all(Array.from({ length: LIMITS.filesAtOnce.max }, verifyNext))
  return problems
}

/** The parts of a backup whose size or time shows that they are not as the backup left them. */
export const findTouched = (folder: string, backup: Backup): ReadonlyMap<string, Part> => {
  const { paths } = contentsOf(folder)
  const atMs = writtenAtMs(folder)
  const isTouched = ({ sha256, sizeBytes }: Part): boolean => {
    const found = statSync(paths.pathOf(sha256), { throwIfNoEntry: false })
    return found?.size !== sizeBytes || found.mtimeMs >= atMs
  }
  return new Map([...partsOf(backup)].filter(([, part]) => isTouched(part)))
}

/** Refuses parts of a backup of which something is missing, cut or altered. */
export const verifyParts = async (
  folder: string,
  parts: ReadonlyMap<string, Part>,
  onProgress: (verified: number, of: number) => void,
  remedy?: string,
): Promise<void> => {
  const problems = await findProblems(folder, parts, onProgress)
  if (problems.size === 0) return
  throw new BackupError([...problems.values(), ...(remedy ? [remedy] : [])].join('\n'))
}

const COPY_AGAIN =
  'To copy again what the newest backup needs, run dam-sandbox backup create --verify'

/** Refuses backups of which something is missing, cut or altered. */
export const verifyBackups = (
  folder: string,
  backups: readonly Backup[],
  onProgress: (verified: number, of: number) => void,
): Promise<void> => verifyParts(folder, partsOfAll(backups), onProgress, COPY_AGAIN)

const problemOf = async (path: string, { sha256, sizeBytes, name }: Part) => {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return 'missing'
  if (size !== sizeBytes)
    return `${size < sizeBytes ? 'cut' : 'altered'}: it has ${size} of ${sizeBytes} bytes`
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const found = hash.digest('hex')
  if (found !== sha256) return `altered: its SHA-256 is ${found}`
  return name === undefined ? undefined : problemOfDatabase(path)
}

export const problemOfDatabase = (path: string): string | undefined => {
  try {
    const found = readDatabase(path, ({ sqlite }) =>
      sqlite.pragma('user_version', { simple: true }) === 0
        ? 'it has no schema'
        : sqlite.pragma('quick_check(1)', { simple: true }),
    )
    return found === 'ok' ? undefined : `damaged: ${messageLine(new Error(String(found)))}`
  } catch (error) {
    return `damaged: ${messageLine(error)}`
  }
}
