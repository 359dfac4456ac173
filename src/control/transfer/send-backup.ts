import { createHash, type Hash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { CallerError } from '../../contract/errors/caller-error.ts'
import { badRequest, conflict } from '../../contract/errors/problem.ts'
import { quote } from '../../contract/errors/quote.ts'
import { DamagedDatabaseError, isDamage } from '../../contract/errors/storage-errors.ts'
import { namedFiles } from '../../domain/files/kept-files.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { fileBytes, owned } from '../../kernel/owned-stream.ts'
import { sha256Hex } from '../../kernel/signature.ts'
import { messageLine, ownCopy } from '../../kernel/text.ts'
import { copyDatabase } from '../../store/db/copy-database.ts'
import { openFile } from '../../store/db/open-database.ts'
import type { Databases } from '../../workspaces/databases.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { FILES } from './archive-entries.ts'

/** The entries of the archive other than files. */
export const BACKUP = {
  databases: 'databases/',
  registry: 'registry.sqlite',
  manifest: 'backup.json',
  /** The sentence of an error, in place of what would follow. */
  failure: 'failure.txt',
} as const

/** The manifest: all databases with their tags, which are empty where the next backup needs them again. */
export interface SentBackup {
  readonly server: string
  readonly takenAtMs: number
  readonly databases: readonly { readonly name: string; readonly tag: string }[]
  /** Databases that cannot be read, which the archive lacks. */
  readonly damaged?: readonly { readonly name: string; readonly why: string }[]
}

/** Makes the server busy with a backup until the returned function is called; one runs at a time, since each holds its list in memory. */
export const claimBackup = (sandbox: Sandbox): (() => void) => {
  if (sandbox.isBackingUp)
    throw conflict('Another backup of this server is running; wait until it has finished')
  sandbox.isBackingUp = true
  return () => {
    sandbox.isBackingUp = false
  }
}

/** The digest of a file, or the name of a database and its tag. */
const LINE = /^(?:[0-9a-f]{64}|(?:database|image)\.\d{1,15} [\d.]{1,100})$/

/** The longest line, in characters. */
const MAX_LINE = 128

/** Memory for a line in addition to its characters. */
const LINE_BYTES = 64

/** Reads what a backup has already, a line each; `count` is told the memory that it takes. */
export const readBase = async (
  source: Readable,
  count: (bytes: number) => void,
): Promise<Set<string>> => {
  const base = new Set<string>()
  const add = (line: string): void => {
    if (!LINE.test(line))
      throw badRequest(
        `A line in the list of what the backup has is ${quote(line)}; it must be the SHA-256 of a file, or the name of a database and its tag`,
      )
    // Cut from its chunk, which would stay in memory as long as the line.
    base.add(ownCopy(line))
  }
  const { max } = LIMITS.backupBaseBytes
  let bytes = 0
  let rest = ''
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > max) throw badRequest(`The list of what the backup has is over ${max} bytes`)
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    count(chunk.length + lines.length * LINE_BYTES)
    if (rest.length > MAX_LINE) add(rest)
    for (const line of lines) add(line)
  }
  if (rest !== '') add(rest)
  return base
}

/** How a backup ended: sent to its end, with the number of damaged parts that it lacks, or not. */
export type BackupOutcome = { readonly damagedParts: number } | { readonly failure: string }

interface Sending {
  readonly sandbox: Sandbox
  readonly archive: Pack
  readonly base: Set<string>
  readonly signal: AbortSignal
  damagedParts: number
  isWritten: boolean
}

/**
 * Sends all that a backup does not have yet, as an archive that is made while it is read; its manifest is its last entry.
 * The registry has the state at the start, and each database the state at a later moment.
 */
export const sendBackup = (
  sandbox: Sandbox,
  base: Set<string>,
  {
    signal,
    onOutcome,
    onEnd,
  }: {
    readonly signal: AbortSignal
    readonly onOutcome: (outcome: BackupOutcome) => void
    readonly onEnd: () => void
  },
): Readable => {
  const archive = pack()
  const stream = owned(
    Readable.from(archive, { objectMode: false, highWaterMark: 0 }),
    signal,
    () => archive.destroy(),
  )
  const sending: Sending = { sandbox, archive, base, signal, damagedParts: 0, isWritten: false }
  let failure: string | undefined
  stream.once('end', () => {
    if (sending.isWritten) onOutcome({ damagedParts: sending.damagedParts })
  })
  stream.once('close', () => {
    if (!stream.readableEnded) failure ??= 'the client ended the connection'
    if (failure !== undefined) onOutcome({ failure })
  })
  write(sending)
    .catch((error) => {
      const isCallers = error instanceof CallerError
      const why = isCallers ? error.message : `The backup failed: ${messageLine(error)}`
      if (!signal.aborted) failure = messageLine(error)
      try {
        archive.entry({ name: BACKUP.failure }, why)
        archive.finalize()
      } catch {
        // In the middle of an entry nothing can be said.
        archive.destroy(error)
      }
    })
    .finally(onEnd)
  return stream
}

const write = async (sending: Sending): Promise<void> => {
  const { archive, sandbox, signal } = sending
  const { databases, files, machineClock, registry } = sandbox
  using _paused = await sandbox.sweeper.pause()
  const path = await files.blobs.newPath()
  try {
    const takenAtMs = machineClock.now()
    const look = () => databases.keep(registry.databaseFiles())
    using _kept = await copyDatabase(registry.store.sqlite, path, look, signal)
    const server = sha256Hex(sandbox.default.record.signingKey)
    const sent = await writeDatabases(sending, path)
    const manifest: SentBackup = { server, takenAtMs, ...sent }
    const problem = await writeFile(archive, BACKUP.registry, path)
    if (problem) throw problem
    archive.entry({ name: BACKUP.manifest }, JSON.stringify(manifest))
    sending.isWritten = true
    archive.finalize()
  } finally {
    await rm(path, { force: true })
  }
}

interface NamedDatabase {
  readonly name: string
  readonly workspaceId: string
  readonly digests: string
}

const NAMED = `SELECT database_file AS name, id AS workspaceId, '[]' AS digests FROM workspaces
  UNION ALL SELECT image_file, workspace_id, digests FROM snapshots`

/** Writes the databases that a copy of the registry names, with their files; damaged ones are left out. */
const writeDatabases = async (
  sending: Sending,
  path: string,
): Promise<Pick<SentBackup, 'databases' | 'damaged'>> => {
  const copy = openFile(path, 'off')
  try {
    const databases: { name: string; tag: string }[] = []
    const damaged: { name: string; why: string }[] = []
    for (const row of copy.prepare<[], NamedDatabase>(NAMED).iterate()) {
      const { name } = row
      sending.signal.throwIfAborted()
      try {
        databases.push({ name, tag: await writeDatabase(sending, row) })
      } catch (error) {
        if (!isDamage(error)) throw error
        damaged.push({ name, why: messageLine(error) })
        sending.damagedParts += 1
        sending.sandbox.noteDamaged(name, messageLine(error))
      }
    }
    return { databases, damaged }
  } finally {
    copy.close()
  }
}

/** Writes a database unless it is known, and returns its tag; of an image the files are given. */
const writeDatabase = async (
  sending: Sending,
  { name, workspaceId, digests: given }: NamedDatabase,
): Promise<string> => {
  const { archive, base, sandbox } = sending
  const path = sandbox.databases.pathOf(name)
  const { tag, sizeBytes, isOld } = await tagOf(path, sandbox.machineClock.now())
  if (base.has(`${name} ${tag}`)) return tag
  const isImage = name.startsWith('image')
  const problem = isImage && (await writeFile(archive, BACKUP.databases + name, path))
  if (problem) throw new DamagedDatabaseError(messageLine(problem))
  const digests: readonly string[] = isImage
    ? JSON.parse(given)
    : await writeCopy(sending, name, sizeBytes)
  for (const digest of digests) {
    if (base.has(digest)) continue
    base.add(digest)
    // The command lists the files that a database names and that the archive lacks or has with other bytes.
    const problem = await writeNamed(archive, digest, sandbox.files.blobs.find(digest))
    if (problem === undefined) continue
    sending.damagedParts += 1
    const isAltered = problem.startsWith('its bytes are altered')
    sandbox.files.blobs.damaged.add(digest, problem, { workspaceId, isAltered })
  }
  return isOld ? tag : ''
}

/** Two changes within the granularity of a file system's times have one time. */
const MIN_AGE_MS = 2_000

/** A tag that differs after each change of a database that is old enough. */
const tagOf = async (path: string, nowMs: number) => {
  const file = await stat(path, { bigint: true })
  const log = await stat(`${path}-wal`, { bigint: true }).catch(() => undefined)
  const parts = log && log.size > 0 ? [file, log] : [file]
  return {
    tag: parts.map(({ size, mtimeNs }) => `${size}.${mtimeNs}`).join('.'),
    sizeBytes: Number(file.size + (log?.size ?? 0n)),
    isOld: parts.every(({ mtimeMs }) => Number(mtimeMs) < nowMs - MIN_AGE_MS),
  }
}

/** Writes a copy of a database, and returns the digests of its files. */
const writeCopy = async (
  sending: Sending,
  name: string,
  sizeBytes: number,
): Promise<readonly string[]> => {
  if (sizeBytes > LIMITS.quickDatabaseBytes.max) return writeLarge(sending, name)
  const { digests, bytes } = copyAtOnce(sending.sandbox.databases, name)
  await writeEntry(sending.archive, BACKUP.databases + name, bytes.length, [bytes])
  return digests
}

/** Synchronous, so that no call can want a closed one while it is open here. */
const copyAtOnce = (databases: Databases, name: string) => {
  const open = databases.findOpen(name)
  const { store } = open ?? databases.open(name)
  try {
    return { digests: namedFiles(store), bytes: store.sqlite.serialize() }
  } finally {
    if (!open) store.close()
  }
}

const writeLarge = async (sending: Sending, name: string): Promise<readonly string[]> => {
  const { archive, sandbox, signal } = sending
  const { databases, files, registry } = sandbox
  const path = await files.blobs.newPath()
  const query = 'SELECT id FROM workspaces WHERE database_file = ?'
  const current = sandbox.find(registry.store.value(query, name) ?? '')
  const open = databases.findOpen(name) ?? current?.openFile()
  // No call can want a closed one that is no longer current.
  const database = open ?? databases.open(name)
  using _use = database.acquire()
  try {
    const { store } = database
    const digests = await copyDatabase(store.sqlite, path, () => namedFiles(store), signal)
    const problem = await writeFile(archive, BACKUP.databases + name, path)
    if (problem) throw problem
    return digests
  } finally {
    if (!open) database.store.close()
    await rm(path, { force: true })
  }
}

/** Writes a file by its digest; returns what is wrong with its bytes. */
const writeNamed = async (
  archive: Pack,
  digest: string,
  path: string | undefined,
): Promise<string | undefined> => {
  if (path === undefined) return 'its bytes are missing'
  const hash = createHash('sha256')
  const problem = await writeFile(archive, FILES + digest, path, hash)
  if (problem) return `its bytes cannot be read: ${messageLine(problem)}`
  const found = hash.digest('hex')
  return found === digest ? undefined : `its bytes are altered: their SHA-256 is ${found}`
}

const CHUNK_BYTES = 256 * 1_024

/** Writes a file; where it cannot be read to its end, zeros take the place of the rest, and the error is returned. */
const writeFile = async (
  archive: Pack,
  name: string,
  path: string,
  hash?: Hash,
): Promise<Error | undefined> => {
  const { size } = await stat(path)
  let problem: Error | undefined
  const content = async function* () {
    let left = size
    try {
      for await (const chunk of fileBytes(path, { highWaterMark: CHUNK_BYTES })) {
        left -= chunk.length
        hash?.update(chunk)
        yield chunk
      }
    } catch (error) {
      problem = error as Error
    }
    for (; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(left, CHUNK_BYTES))
  }
  await writeEntry(archive, name, size, content())
  return problem
}

type Content = AsyncIterable<Buffer> | Iterable<Buffer>

/** Writes an entry; a database is marked as one without a log, so that it can be read without being written. */
const writeEntry = (archive: Pack, name: string, size: number, content: Content): Promise<void> =>
  pipeline(async function* () {
    let isHead = !name.startsWith(FILES)
    for await (const chunk of content) {
      if (isHead) chunk.fill(1, 18, 20)
      isHead = false
      yield chunk
    }
  }, archive.entry({ name, size }))
