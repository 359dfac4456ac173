import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { copyDatabase } from '../db/copy-database.ts'
import { openFile } from '../db/open-database.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { CallerError } from '../errors/caller-error.ts'
import { badRequest, conflict } from '../errors/problem.ts'
import { LIMITS } from '../limits.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { FILES } from './archive-entries.ts'
import { BACKUP, type SentBackup } from './backup-entries.ts'

/** What a backup has already: digests of files, and tags of databases by their names. */
export interface BackupBase {
  readonly digests: Set<string>
  readonly tags: Map<string, string>
}

const BASE_LINE = /^(?:([0-9a-f]{64})|((?:database|image)\.\d+) ([\d.]{1,200}))$/

const MAX_LINE = 300

/** Reads lines that are each the digest of a file, or the name of a database and its tag. */
export const readBase = async (source: Readable): Promise<BackupBase> => {
  const base: BackupBase = { digests: new Set(), tags: new Map() }
  const { max } = LIMITS.backupBaseBytes
  let bytes = 0
  let rest = ''
  const read = (line: string): void => {
    const [, digest, name = '', tag = ''] = BASE_LINE.exec(line) ?? []
    if (digest) base.digests.add(digest)
    else if (name) base.tags.set(name, tag)
    else throw badRequest('Each line must be a SHA-256 digest, or the name and tag of a database')
  }
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (bytes > max) throw badRequest(`The list has more than ${max} bytes`)
    for (const line of lines) read(line)
    if (rest.length > MAX_LINE) read(rest)
  }
  if (rest !== '') read(rest)
  return base
}

interface Sending {
  readonly sandbox: Sandbox
  readonly archive: Pack
  readonly base: BackupBase
  readonly signal: AbortSignal
}

/**
 * Sends all that a backup does not have yet, as an archive that is made while it is read; its manifest is its last entry.
 * The registry has the state of the beginning, each database that of a later moment.
 */
export const sendBackup = (sandbox: Sandbox, base: BackupBase, signal: AbortSignal): Readable => {
  if (sandbox.isBackingUp)
    throw conflict('Another backup of this server is running; wait until it has ended')
  sandbox.isBackingUp = true
  const archive = pack()
  const stream = Readable.from(archive, { objectMode: false, highWaterMark: 0 })
  stream.once('close', () => archive.destroy())
  const onWritten = (takenAtMs: number) =>
    stream.once('end', () => {
      sandbox.lastBackupAtMs = takenAtMs
    })
  write({ sandbox, archive, base, signal }, onWritten)
    .catch((error) => {
      if (error instanceof CallerError) {
        archive.entry({ name: BACKUP.failure }, error.message)
        archive.finalize()
      } else archive.destroy(error)
    })
    .finally(() => {
      sandbox.isBackingUp = false
    })
  return stream
}

const write = async (sending: Sending, onWritten: (takenAtMs: number) => void): Promise<void> => {
  const { archive, sandbox, signal } = sending
  const { databases, files, machineClock, registry } = sandbox
  using _paused = await sandbox.sweeper.pause()
  const path = await files.blobs.newPath()
  try {
    const takenAtMs = machineClock.now()
    const look = () => databases.keep(registry.databaseFiles())
    using _kept = await copyDatabase(registry.store.sqlite, path, look, signal)
    const tags = await writeDatabases(sending, path)
    await writeFile(archive, BACKUP.registry, path)
    const manifest: SentBackup = { takenAtMs, databases: tags }
    archive.entry({ name: BACKUP.manifest }, JSON.stringify(manifest))
    onWritten(takenAtMs)
    archive.finalize()
  } finally {
    await rm(path, { force: true })
  }
}

const NAMED = `SELECT database_file AS name, '[]' AS digests FROM workspaces
  UNION ALL SELECT image_file, digests FROM snapshots`

/** Writes the databases that a copy of the registry names, with their files; returns the tags of all. */
const writeDatabases = async (sending: Sending, path: string): Promise<Record<string, string>> => {
  const copy = openFile(path, 'off')
  try {
    const tags = new Map<string, string>()
    const rows = copy.prepare<[], { name: string; digests: string }>(NAMED).iterate()
    for (const { name, digests } of rows) {
      sending.signal.throwIfAborted()
      tags.set(name, await writeDatabase(sending, name, JSON.parse(digests)))
    }
    return Object.fromEntries(tags)
  } finally {
    copy.close()
  }
}

/** Writes a database unless it is known, and returns its tag; of an image the files are given. */
const writeDatabase = async (
  sending: Sending,
  name: string,
  given: readonly string[],
): Promise<string> => {
  const { archive, base, sandbox } = sending
  const path = sandbox.databases.pathOf(name)
  const { tag, sizeBytes, isOld } = await tagOf(path, sandbox.machineClock.now())
  if (base.tags.get(name) === tag) return tag
  const isImage = name.startsWith('image')
  if (isImage) await writeFile(archive, BACKUP.databases + name, path)
  const digests = isImage ? given : await writeCopy(sending, name, sizeBytes)
  for (const digest of digests) {
    if (base.digests.has(digest)) continue
    const file = sandbox.files.blobs.find(digest)
    if (file === undefined) throw conflict(`The bytes of the file ${digest} are missing`)
    base.digests.add(digest)
    await writeFile(archive, FILES + digest, file)
  }
  return isOld ? tag : ''
}

/** Two changes within the granularity of a file system's times are one time. */
const MIN_AGE_MS = 2_000

/** A tag that differs after each change of a database; a younger one might not. */
const tagOf = async (path: string, nowMs: number) => {
  const file = await stat(path, { bigint: true })
  const log = await stat(`${path}-wal`, { bigint: true }).catch(() => undefined)
  const parts = log && log.size > 0 ? [file, log] : [file]
  return {
    tag: parts.map(({ size, mtimeNs }) => `${size}.${mtimeNs}`).join('.'),
    sizeBytes: Number(parts.reduce((sum, { size }) => sum + size, 0n)),
    isOld: parts.every(({ mtimeMs }) => Number(mtimeMs) < nowMs - MIN_AGE_MS),
  }
}

/** Writes a copy of a database, and returns the digests of its files. */
const writeCopy = async (
  sending: Sending,
  name: string,
  sizeBytes: number,
): Promise<readonly string[]> => {
  const { archive, sandbox } = sending
  const path = await sandbox.files.blobs.newPath()
  try {
    const { digests, bytes } = await copyOf(sending, { name, sizeBytes, path })
    const entry = BACKUP.databases + name
    if (bytes) await writeEntry(archive, entry, bytes.length, [bytes])
    else await writeFile(archive, entry, path)
    return digests
  } finally {
    await rm(path, { force: true })
  }
}

/** Copies a small database at once, which opens a closed one for no longer than that, and a large one to a path. */
const copyOf = async (
  { sandbox, signal }: Sending,
  { name, sizeBytes, path }: { name: string; sizeBytes: number; path: string },
): Promise<{ digests: readonly string[]; bytes?: Buffer }> => {
  const { databases } = sandbox
  const isSmall = sizeBytes <= LIMITS.quickDatabaseBytes.max
  const open = databases.findOpen(name) ?? (isSmall ? undefined : openCurrent(sandbox, name))
  // No call can open a large one that is closed and no longer current.
  const database = open ?? databases.open(name)
  const { store } = database
  using _use = database.acquire()
  try {
    if (isSmall) return { digests: namedFiles(store), bytes: store.sqlite.serialize() }
    return { digests: await copyDatabase(store.sqlite, path, () => namedFiles(store), signal) }
  } finally {
    if (!open) store.close()
  }
}

const openCurrent = (sandbox: Sandbox, name: string) => {
  const id = sandbox.registry.workspaceOfDatabase(name)
  return id === undefined ? undefined : sandbox.find(id)?.open()
}

const CHUNK_BYTES = 256 * 1_024

const writeFile = async (archive: Pack, name: string, path: string): Promise<void> => {
  const { size } = await stat(path)
  await writeEntry(archive, name, size, createReadStream(path, { highWaterMark: CHUNK_BYTES }))
}

const writeEntry = (
  archive: Pack,
  name: string,
  size: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> => {
  const isFile = name.startsWith(FILES)
  return pipeline(isFile ? content : withoutLog(content), archive.entry({ name, size }))
}

/** Marks a database as one that has no log, so that it can be opened without writing. */
async function* withoutLog(
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of content) {
    // The versions of the file format that writing and reading need.
    if (isFirst) chunk.fill(1, 18, 20)
    isFirst = false
    yield chunk
  }
}
