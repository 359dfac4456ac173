import { mkdirSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BlobPin, type BlobStore, type StoredFile } from '../blobs/blob-store.ts'
import { FILES, readEntries } from '../transfer/archive-entries.ts'
import { BACKUP, type SentBackup } from '../transfer/backup-entries.ts'
import { filesNamedIn } from './backup-databases.ts'
import {
  type Backup,
  BackupError,
  beginBackup,
  contentsOf,
  readBackupBefore,
  syncContents,
  writeBackup,
} from './backup-folder.ts'

export interface CreatedBackup {
  takenAtMs: number
  databases: number
  files: number
  copiedDatabases: number
  copiedFiles: number
  copiedBytes: number
}

/** What a server is asked for a backup, and how it goes on. */
export interface BackupSource {
  /** Answers the archive of all that is not in a list. */
  request(base: string): Promise<AsyncIterable<Uint8Array>>
  onProgress(copied: Copied): void
}

type Copied = Pick<CreatedBackup, 'copiedDatabases' | 'copiedFiles' | 'copiedBytes'>

/** Makes a folder the backup of a server, or brings it up to date; until it is complete, the one before stays. */
export const createBackup = async (
  folder: string,
  source: BackupSource,
): Promise<CreatedBackup> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readBackupBefore(folder)
  const contents = contentsOf(folder)
  const archive = await source.request(before ? baseOf(before, contents) : '')
  await beginBackup(folder)
  using pin = new BlobPin(contents)
  const received = await receive(archive, contents, pin, source.onProgress)
  const backup = backupOf(received, before, contents)
  await syncContents(contents, received.digests)
  await writeBackup(folder, backup)
  await contents.sweep(async () => digestsOf(backup))
  const { takenAtMs, databases, files } = backup
  const counts = { databases: Object.keys(databases).length, files: Object.keys(files).length }
  return { takenAtMs, ...counts, ...received.copied }
}

const baseOf = ({ databases, files }: Backup, contents: BlobStore): string => {
  const isThere = (digest: string, sizeBytes: number): boolean => {
    const path = contents.find(digest)
    return path !== undefined && statSync(path).size === sizeBytes
  }
  const lines: string[] = []
  for (const [name, { sha256, sizeBytes, tag }] of Object.entries(databases))
    if (tag !== '' && isThere(sha256, sizeBytes)) lines.push(`${name} ${tag}\n`)
  for (const [digest, size] of Object.entries(files))
    if (isThere(digest, size)) lines.push(`${digest}\n`)
  return lines.join('')
}

interface Received {
  readonly sent: SentBackup
  readonly stored: ReadonlyMap<string, StoredFile | undefined>
  readonly digests: readonly string[]
  readonly copied: Copied
}

const receive = async (
  archive: AsyncIterable<Uint8Array>,
  contents: BlobStore,
  pin: BlobPin,
  onProgress: BackupSource['onProgress'],
): Promise<Received> => {
  let sent: SentBackup | undefined
  const copied = { copiedDatabases: 0, copiedFiles: 0, copiedBytes: 0 }
  const bounds = { maxEntries: Number.POSITIVE_INFINITY, maxFileBytes: undefined }
  const stored = await readEntries(Readable.from(archive), bounds, async ({ content }, path) => {
    if (path === BACKUP.failure) throw new BackupError(await text(content))
    if (path === BACKUP.manifest) {
      sent = JSON.parse(await text(content))
      return undefined
    }
    const file = await contents.receive(pin, content)
    const isFile = path.startsWith(FILES)
    if (isFile && file.digest !== path.slice(FILES.length))
      throw new BackupError(`${path} of the server is damaged: its SHA-256 is ${file.digest}`)
    copied.copiedBytes += file.sizeBytes
    if (isFile) copied.copiedFiles += 1
    else if (path !== BACKUP.registry) copied.copiedDatabases += 1
    onProgress(copied)
    return file
  })
  if (!sent) throw new BackupError('The server ended the backup before its end')
  const digests = [...stored.values()].flatMap((file) => file?.digest ?? [])
  return { sent, stored, digests, copied }
}

/** The new backup: what was received, and what the one before has of the rest. */
const backupOf = (
  { sent, stored }: Received,
  before: Backup | undefined,
  contents: BlobStore,
): Backup => {
  const contentOf = (path: string) => {
    const file = stored.get(path)
    return file && { sha256: file.digest, sizeBytes: file.sizeBytes }
  }
  const missing = (name: string) => new BackupError(`The server did not send ${name}`)
  const databases = new Map<string, Backup['databases'][string]>()
  for (const [name, tag] of Object.entries(sent.databases)) {
    const content = contentOf(BACKUP.databases + name) ?? before?.databases[name]
    if (!content) throw missing(name)
    databases.set(name, { ...content, tag })
  }
  const registry = contentOf(BACKUP.registry)
  if (!registry) throw missing(BACKUP.registry)
  const files = new Map<string, number>()
  for (const digest of new Set([...databases.values()].map(({ sha256 }) => sha256)))
    for (const named of filesNamedIn(contents.paths.pathOf(digest))) {
      const path = contents.find(named)
      if (path === undefined) throw missing(FILES + named)
      if (!files.has(named)) files.set(named, statSync(path).size)
    }
  return {
    takenAtMs: sent.takenAtMs,
    registry,
    databases: Object.fromEntries(databases),
    files: Object.fromEntries(files),
  }
}

const digestsOf = ({ registry, databases, files }: Backup): ReadonlySet<string> =>
  new Set([
    registry.sha256,
    ...Object.values(databases).map(({ sha256 }) => sha256),
    ...Object.keys(files),
  ])
