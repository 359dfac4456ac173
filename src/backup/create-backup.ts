import { mkdirSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BlobPin, type BlobStore, type StoredFile } from '../blobs/blob-store.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { messageLine } from '../kernel/text.ts'
import { FILES, readEntries } from '../transfer/archive-entries.ts'
import { BACKUP, type SentBackup } from '../transfer/send-backup.ts'
import {
  type Backup,
  BackupError,
  beginBackup,
  type Content,
  contentsOf,
  readBackupBefore,
  writeBackup,
} from './backup-folder.ts'
import { partsOf, readDatabase } from './verify-backup.ts'

/** What a backup has taken from its server. */
interface Copied {
  databases: number
  files: number
  bytes: number
}

/**
 * Makes a folder the backup of a server, or brings it up to date; until it is complete, the one before stays. `request`
 * answers the archive of all that is not in a list of what the backup has.
 */
export const createBackup = async (
  folder: string,
  request: (base: string) => Promise<AsyncIterable<Uint8Array>>,
  onProgress: (copied: Copied) => void,
): Promise<{ backup: Backup; copied: Copied }> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readBackupBefore(folder)
  const contents = contentsOf(folder)
  const archive = await request(before ? baseOf(before, contents) : '')
  await beginBackup(folder)
  using pin = new BlobPin(contents)
  const copied = { databases: 0, files: 0, bytes: 0 }
  const receive = async (path: string, content: AsyncIterable<Uint8Array>) => {
    const file = await contents.receive(pin, content)
    copied.bytes += file.sizeBytes
    if (path.startsWith(FILES)) copied.files += 1
    else if (path !== BACKUP.registry) copied.databases += 1
    onProgress(copied)
    return file
  }
  const received = await read(archive, receive)
  if (before && before.server !== received.sent.server)
    throw new BackupError(`${folder} has the backup of another server; choose another folder`)
  const backup = backupOf(received, before, contents)
  await writeBackup(folder, backup, [...received.stored.values()])
  await contents.sweep(async () => new Set(partsOf(backup).keys()))
  return { backup, copied }
}

const baseOf = ({ databases, files }: Backup, contents: BlobStore): string => {
  const isThere = ({ sha256, sizeBytes }: Content): boolean => {
    const path = contents.find(sha256)
    return path !== undefined && statSync(path).size === sizeBytes
  }
  const isKnown = (database: Backup['databases'][number]) =>
    database.tag !== '' && isThere(database)
  // The files of a database are sent with it, also those that have become damaged here.
  const known = files.every(isThere) ? databases.filter(isKnown) : []
  const lines = known.map(({ name, tag }) => `${name} ${tag}`)
  return [...lines, ...files.filter(isThere).map(({ sha256 }) => sha256)].join('\n')
}

interface Received {
  readonly sent: SentBackup
  readonly stored: ReadonlyMap<string, StoredFile>
}

const read = async (
  archive: AsyncIterable<Uint8Array>,
  receive: (path: string, content: AsyncIterable<Uint8Array>) => Promise<StoredFile>,
): Promise<Received> => {
  const stored = new Map<string, StoredFile>()
  let sent: SentBackup | undefined
  const bounds = { maxEntries: Infinity, maxFileBytes: undefined }
  await readEntries(Readable.from(archive), bounds, async ({ content }, path) => {
    if (path === BACKUP.failure) throw new BackupError(await text(content))
    if (path === BACKUP.manifest) sent = JSON.parse(await text(content))
    else stored.set(path, await receive(path, content))
  }).catch((error) => {
    if (error instanceof BackupError || 'syscall' in error) throw error
    throw new BackupError(`The server ended the backup before its end: ${messageLine(error)}`)
  })
  if (!sent) throw new BackupError('The server ended the backup before its end')
  return { sent, stored }
}

/** The new backup: what was received, and what the one before has of the rest. */
const backupOf = (
  { sent, stored }: Received,
  before: Backup | undefined,
  { paths }: BlobStore,
): Backup => {
  const earlier = new Map(before?.databases.map((database) => [database.name, database]))
  const find = (path: string, known?: Content): Content => {
    const file = stored.get(path)
    const content = file ? { sha256: file.digest, sizeBytes: file.sizeBytes } : known
    if (!content) throw new BackupError(`The server did not send ${path}`)
    return content
  }
  const databases = sent.databases.map(({ name, tag }) => {
    return { ...find(BACKUP.databases + name, earlier.get(name)), name, tag }
  })
  const digests = [...new Set(databases.map(({ sha256 }) => sha256))].map(paths.pathOf)
  const named = new Set(digests.flatMap((path) => readDatabase(path, namedFiles)))
  const files = [...named].map((sha256) => {
    const sizeBytes = statSync(paths.pathOf(sha256), { throwIfNoEntry: false })?.size
    // Bytes of another digest are damaged on the server.
    if (sizeBytes === undefined)
      throw new BackupError(`The server did not send the file ${sha256} whole`)
    return { sha256, sizeBytes }
  })
  const { server, takenAtMs } = sent
  return { server, takenAtMs, registry: find(BACKUP.registry), databases, files }
}
