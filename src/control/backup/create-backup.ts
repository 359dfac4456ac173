import { mkdirSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { isDamage } from '../../contract/errors/storage-errors.ts'
import { namedFiles } from '../../domain/files/kept-files.ts'
import { messageLine } from '../../kernel/text.ts'
import { BlobPin, type BlobStore, type StoredFile } from '../../store/blobs/blob-store.ts'
import { readOwner } from '../../store/db/owner-mark.ts'
import { FILES, readEntries } from '../transfer/archive-entries.ts'
import { BACKUP, type SentBackup } from '../transfer/send-backup.ts'
import {
  type Backup,
  BackupError,
  beginBackup,
  type Content,
  contentsOf,
  type DamagedPart,
  readBackupBefore,
  readBackups,
  writeBackup,
} from './backup-folder.ts'
import { type DatabaseOwner, describeOwner, readDatabase, readOwners } from './named-parts.ts'
import {
  findProblems,
  findTouched,
  partsOf,
  partsOfAll,
  problemOfDatabase,
} from './verify-backup.ts'

/** What a backup has taken from its server. */
interface Copied {
  databases: number
  files: number
  bytes: number
}

interface Creating {
  /** Reads all of the backup before, to copy again what is altered; without it, what has another size or time. */
  readonly verifies?: boolean
  /** How many backups the folder has afterwards at most; by default the newest is replaced and earlier ones stay. */
  readonly keep?: number | undefined
  readonly onVerified: (verified: number, of: number) => void
  readonly onCopied: (copied: Copied) => void
}

/**
 * Creates a backup of a server in a folder, or updates it; until it is complete, the previous backup stays. `request`
 * answers the archive of all that is not in a list of what the backup has.
 */
export const createBackup = async (
  folder: string,
  request: (base: string) => Promise<AsyncIterable<Uint8Array>>,
  { verifies = false, keep, onVerified, onCopied }: Creating,
): Promise<{ backup: Backup; copied: Copied }> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = readBackupBefore(folder)
  const contents = contentsOf(folder)
  const suspects = before && (verifies ? partsOf(before) : findTouched(folder, before))
  const problems = suspects && (await findProblems(folder, suspects, onVerified))
  const digests = before ? [...partsOf(before).keys()] : []
  const whole = new Set(digests.filter((digest) => !problems?.has(digest)))
  // Read from at once: the body of a response that is collected before ends as if it were complete.
  const archive = Readable.from(await request(before ? baseOf(before, whole) : ''))
  await beginBackup(folder)
  using pin = new BlobPin(contents)
  const copied = { databases: 0, files: 0, bytes: 0 }
  const receive = async (path: string, content: AsyncIterable<Uint8Array>) => {
    const file = await contents.receive(pin, content)
    copied.bytes += file.sizeBytes
    if (path.startsWith(FILES)) copied.files += 1
    else if (path !== BACKUP.registry) copied.databases += 1
    onCopied(copied)
    return file
  }
  const received = await read(archive, receive)
  if (before && before.server !== received.sent.server)
    throw new BackupError(`${folder} has the backup of another server; choose another folder`)
  const backup = build(folder, () => backupOf(received, before, { contents, whole }))
  await writeBackup(folder, backup, [...received.stored.values()], { before, keep })
  const backups = readable(folder)
  // Nobody knows which contents an unreadable manifest names.
  if (backups) await contents.sweep(async () => new Set(partsOfAll(backups).keys()))
  return { backup, copied }
}

/** All backups of a folder; undefined where a manifest is damaged, which `verify` names. */
const readable = (folder: string): readonly Backup[] | undefined => {
  try {
    return readBackups(folder)
  } catch (error) {
    if (error instanceof BackupError) return undefined
    throw error
  }
}

/** Builds a backup; a database of the one before can be altered in a way that neither its size nor its time shows. */
const build = (folder: string, backup: () => Backup): Backup => {
  try {
    return backup()
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new BackupError(
      `${folder} has a damaged database: ${messageLine(error)}; run dam-sandbox backup create --verify`,
    )
  }
}

const baseOf = ({ databases, files }: Backup, whole: ReadonlySet<string>): string => {
  const isThere = ({ sha256 }: Content): boolean => whole.has(sha256)
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
  archive: Readable,
  receive: (path: string, content: AsyncIterable<Uint8Array>) => Promise<StoredFile>,
): Promise<Received> => {
  const stored = new Map<string, StoredFile>()
  let sent: SentBackup | undefined
  const bounds = { maxEntries: Infinity, maxFileBytes: undefined }
  await readEntries(archive, bounds, async ({ content }, path) => {
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

interface Kept {
  readonly contents: BlobStore
  /** The digests that the folder has whole of the backup before. */
  readonly whole: ReadonlySet<string>
}

/** The new backup: what was received, what the one before has of the rest, and in place of a damaged database its last good copy. */
const backupOf = (
  { sent, stored }: Received,
  before: Backup | undefined,
  { contents: { paths }, whole }: Kept,
): Backup => {
  const find = (path: string): Content | undefined => {
    const file = stored.get(path)
    return file && { sha256: file.digest, sizeBytes: file.sizeBytes }
  }
  const registry = find(BACKUP.registry)
  if (!registry) throw new BackupError(`The server did not send ${BACKUP.registry}`)
  const owners = readOwners(paths.pathOf(registry.sha256))
  const earlier = new Map(
    before?.databases.flatMap((one) => (whole.has(one.sha256) ? [[one.name, one]] : [])),
  )
  const findLast = lastCopies(before, { paths, whole })
  const damaged: DamagedPart[] = []
  const databases: Backup['databases'][number][] = []
  const keepLast = (name: string, why: string): void => {
    const owner = owners.get(name)
    const last = owner && findLast(owner)
    if (last) databases.push({ ...last, name, tag: '' })
    const keptBefore = before?.damaged?.find((part) => part.name === last?.name)?.keptFromMs
    const keptFromMs = last ? (keptBefore ?? before?.takenAtMs ?? null) : null
    damaged.push({ name, owner: describeOwner(owner), why, keptFromMs })
  }
  for (const { name, why } of sent.damaged ?? []) keepLast(name, why)
  for (const { name, tag } of sent.databases) {
    const received = find(BACKUP.databases + name)
    const content = received ?? earlier.get(name)
    if (!content) throw new BackupError(`The server did not send ${BACKUP.databases}${name}`)
    const problem = received && problemOfDatabase(paths.pathOf(received.sha256))
    if (problem === undefined) databases.push({ ...content, name, tag })
    else keepLast(name, problem)
  }
  const present = new Set([...whole, ...[...stored.values()].map(({ digest }) => digest)])
  const files: Content[] = []
  for (const [sha256, names] of filesOf(databases, paths)) {
    // Bytes of another digest are damaged on the server.
    if (present.has(sha256)) files.push({ sha256, sizeBytes: statSync(paths.pathOf(sha256)).size })
    else {
      const owner = names.map((name) => describeOwner(owners.get(name))).join(', ')
      const why = 'its bytes are missing, unreadable or altered on the server'
      damaged.push({ name: sha256, owner, why, keptFromMs: null })
    }
  }
  const { server, takenAtMs } = sent
  return { server, takenAtMs, registry, databases, files, damaged }
}

/** Finds the copy of a workspace or snapshot in the backup before, where its database may have had another name. */
const lastCopies = (
  before: Backup | undefined,
  { paths, whole }: { paths: BlobStore['paths']; whole: ReadonlySet<string> },
) => {
  const copies = (before?.databases ?? []).filter(({ sha256 }) => whole.has(sha256))
  const isWhole = before !== undefined && whole.has(before.registry.sha256)
  const owners = isWhole ? readOwners(paths.pathOf(before.registry.sha256)) : undefined
  return ({ name, workspaceId, snapshot }: DatabaseOwner): (typeof copies)[number] | undefined =>
    copies.find((copy) => {
      const owner = owners?.get(copy.name)
      if (owner) return owner.workspaceId === workspaceId && owner.snapshot === snapshot
      // Names are reused, so the copy itself must say which workspace it belongs to.
      const mark = readOwner(paths.pathOf(copy.sha256))
      return copy.name === name && typeof mark === 'object' && mark.workspaceId === workspaceId
    })
}

/** The files that databases name, each with the names of these. */
const filesOf = (
  databases: Backup['databases'],
  paths: BlobStore['paths'],
): ReadonlyMap<string, readonly string[]> => {
  const named = new Map<string, string[]>()
  for (const { name, sha256 } of databases)
    for (const digest of readDatabase(paths.pathOf(sha256), namedFiles))
      named.set(digest, [...(named.get(digest) ?? []), name])
  return named
}
