import { createHash } from 'node:crypto'
import { copyFile, readFile, rm, stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import Database from 'better-sqlite3'
import { InvalidDataError } from '../contract/errors/invalid-data-error.ts'
import { isDamage } from '../contract/errors/storage-errors.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import { Amount, Part, Shape, Text, TextOrNull } from '../contract/shapes.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { LIMITS } from '../kernel/limits.ts'
import { fileBytes } from '../kernel/owned-stream.ts'
import { messageLine } from '../kernel/text.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import { BlobPin, type BlobStore } from '../store/blobs/blob-store.ts'
import { copyDatabase } from '../store/db/copy-database.ts'
import type { Store } from '../store/db/store.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers, serverWide } from './responses.ts'

const DamagedData = Part('A damaged database, snapshot or file', {
  name: Text('Name of the database or of the snapshot, or SHA-256 of the file'),
  why: Text('What is wrong with it'),
  remedy: Text('What repairs it'),
})

export const CheckedData = Shape('CheckedData', 'What a check found in the data of one workspace', {
  workspace: TextOrNull('Id of the workspace; null if none follows'),
  workspaceName: TextOrNull('Name of the workspace'),
  databases: Amount('Number of databases that were read: its data and its snapshots'),
  files: Amount('Number of files that were read'),
  bytes: Amount('Size of the files that were read, bytes'),
  damaged: Type.Array(DamagedData, { description: 'What is damaged' }),
  next: TextOrNull('Value of `after` for the next workspace; null after the last one'),
})
export type CheckedData = Static<typeof CheckedData>

const querystring = Type.Object({
  after: Type.Optional(
    TextUpTo(LIMITS.text, {
      description: 'Id of the workspace before the one to check; default: the first one is checked',
    }),
  ),
})

/** Databases up to this size are checked at once, which takes a few ms; larger ones in another process. */
const AT_ONCE_BYTES = 2 * 1_048_576

const check: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  // One at a time: each reads everything that a workspace has.
  const checks = new WorkQueue()
  app.post(
    '/check',
    serverWide(
      answers('Read all databases and files of one workspace and report damage', CheckedData, {
        description:
          'Checks the workspace that follows `after` in the order of ids. To check the whole server, repeat the call with `next` until it is null.',
        querystring,
      }),
      'backup',
    ),
    ({ query: { after = '' }, call: { lifetime } }) =>
      checks.run(() => checkNext(sandbox, after, lifetime.signal), lifetime.signal),
  )
}

const NOTHING = { databases: 0, files: 0, bytes: 0 }

const checkNext = async (
  sandbox: Sandbox,
  after: string,
  signal: AbortSignal,
): Promise<CheckedData> => {
  const ofRegistry = after === '' ? await checkRegistry(sandbox) : []
  // Listing the workspaces of a damaged registry would fail.
  if (ofRegistry.length > 0)
    return { workspace: null, workspaceName: null, ...NOTHING, damaged: ofRegistry, next: null }
  const [record, following] = sandbox.list(after, 2).records
  const workspace = record && sandbox.find(record.id)
  const { damaged, ...counts } = workspace
    ? await checkWorkspace(sandbox, workspace, signal)
    : { damaged: [], ...NOTHING }
  return {
    workspace: record?.id ?? null,
    workspaceName: record?.name ?? null,
    ...counts,
    damaged,
    next: following && record ? record.id : null,
  }
}

type Damage = Static<typeof DamagedData>

const checkRegistry = async ({ registry }: Sandbox): Promise<Damage[]> => {
  const { sqlite } = registry.store
  forgetPages(sqlite)
  const why = await damageOf(async () => problemIn(sqlite))
  const remedy = 'stop the server, then run dam-sandbox repair or restore a backup'
  return why === undefined ? [] : [{ name: 'registry.sqlite', why, remedy }]
}

const checkWorkspace = async (
  sandbox: Sandbox,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Omit<CheckedData, 'workspace' | 'workspaceName' | 'next'>> => {
  const { blobs } = sandbox.files
  const { id, record } = workspace
  const damaged: Damage[] = []
  // Nothing that is checked is removed meanwhile.
  using pin = new BlobPin(blobs)
  const digests = new Set<string>()
  const name = (named: readonly string[]): void => {
    for (const digest of named) {
      pin.hold(digest)
      digests.add(digest)
    }
  }
  const problem = await damageOf(() => problemOfData(sandbox, workspace, name, signal))
  if (problem === undefined) sandbox.damage.forget(id)
  else if (!workspace.isRemoved) {
    sandbox.damage.add(record, problem)
    const remedy = `reset the workspace, restore a snapshot, or run dam-sandbox backup restore --workspace ${id}`
    damaged.push({ name: record.databaseFile, why: problem, remedy })
  }
  const snapshots = sandbox.registry.listSnapshots(id)
  for (const snapshot of snapshots) {
    name(snapshot.digests)
    const why = await damageOf(() => problemOfImage(sandbox, snapshot.imageFile, signal))
    const isStill = sandbox.registry.findSnapshot(id, snapshot.name)?.imageFile
    if (why !== undefined && isStill === snapshot.imageFile)
      damaged.push({ name: `snapshot ${snapshot.name}`, why, remedy: 'delete the snapshot' })
  }
  let bytes = 0
  for (const digest of digests) {
    signal.throwIfAborted()
    const { sizeBytes, why } = await readBlob(blobs, digest)
    bytes += sizeBytes
    if (why === undefined) {
      blobs.damaged.forget(digest)
      continue
    }
    blobs.damaged.add(digest, why, { workspaceId: id, isAltered: why.includes('altered') })
    const remedy = `send the file again, reset the workspace, or run dam-sandbox backup restore --workspace ${id}`
    damaged.push({ name: digest, why, remedy })
  }
  return { databases: snapshots.length + 1, files: digests.size, bytes, damaged }
}

/** The problem that a check finds, or why it cannot read the data. */
const damageOf = async (look: () => Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return await look()
  } catch (error) {
    if (error instanceof InvalidDataError || isDamage(error) || UNREADABLE.has(Object(error).code))
      return messageLine(error)
    throw error
  }
}

/** Codes of the file system for a file that is lost, or that the disk cannot read. */
const UNREADABLE: ReadonlySet<unknown> = new Set(['EIO', 'EISDIR', 'ENOENT'])

/** Checks a copy of the data; a small one is made while no other call runs, so that a closed database can be opened for it. */
const problemOfData = async (
  sandbox: Sandbox,
  workspace: Workspace,
  name: (digests: readonly string[]) => void,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { databases, files } = sandbox
  const { databaseFile } = workspace.record
  if ((databases.sizeOf(databaseFile) ?? 0) <= AT_ONCE_BYTES) {
    const open = databases.findOpen(databaseFile)
    const { store } = open ?? databases.open(databaseFile)
    try {
      forgetPages(store.sqlite)
      if (schemaOf(store) === 0) return 'it is empty'
      name(namedFiles(store))
      return problemOfBytes(store.sqlite.serialize())
    } finally {
      if (!open) store.close()
    }
  }
  const database = workspace.openFile()
  using _use = database.acquire()
  const path = await files.blobs.newPath()
  forgetPages(database.store.sqlite)
  if (schemaOf(database.store) === 0) return 'it is empty'
  try {
    await copyDatabase(database.store.sqlite, path, () => name(namedFiles(database.store)), signal)
    return await problemOfCopy(sandbox, path, signal)
  } finally {
    await rm(path, { force: true })
  }
}

const problemOfImage = async (
  sandbox: Sandbox,
  imageFile: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const path = sandbox.databases.pathOf(imageFile)
  if ((await stat(path)).size <= AT_ONCE_BYTES) return problemOfBytes(await readFile(path))
  const copy = await sandbox.files.blobs.newPath()
  try {
    await copyFile(path, copy)
    return await problemOfCopy(sandbox, copy, signal)
  } finally {
    await rm(copy, { force: true })
  }
}

/** The number of migrations; 0 for a file that has lost its content. */
const schemaOf = ({ sqlite }: Store): unknown => sqlite.pragma('user_version', { simple: true })

/** Pages in memory hide what the disk has. */
const forgetPages = (database: Database.Database): void => {
  database.pragma('shrink_memory')
}

const problemOfBytes = (bytes: Buffer): string | undefined => {
  if (bytes.length < HEADER_BYTES) return 'it is cut'
  // Without a log, which a database in memory cannot have.
  bytes.fill(1, 18, 20)
  const database = new Database(bytes)
  try {
    return problemIn(database)
  } finally {
    database.close()
  }
}

const problemIn = (database: Database.Database): string | undefined => {
  const found = String(database.pragma('integrity_check(1)', { simple: true }))
  return found === 'ok' ? undefined : `it is damaged: ${messageLine(new Error(found))}`
}

/** The header of a database. */
const HEADER_BYTES = 100

/** Where the header has the version of the schema. */
const SCHEMA_OFFSET = 60

const problemOfCopy = async (
  { jobs, options }: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<undefined> => {
  let schema = 0
  for await (const bytes of fileBytes(path, { start: 0, end: SCHEMA_OFFSET + 3 }))
    schema = bytes.readUInt32BE(SCHEMA_OFFSET)
  const { migrations } = options.folders
  await jobs.run('check-database', { path, schema, migrations }, signal)
}

const readBlob = async (
  blobs: BlobStore,
  digest: string,
): Promise<{ sizeBytes: number; why?: string }> => {
  if (blobs.find(digest) === undefined) return { sizeBytes: 0, why: 'its bytes are missing' }
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    for await (const bytes of blobs.read(digest)) {
      sizeBytes += bytes.length
      hash.update(bytes)
    }
  } catch (error) {
    return { sizeBytes, why: `its bytes cannot be read: ${messageLine(error)}` }
  }
  const found = hash.digest('hex')
  if (found === digest) return { sizeBytes }
  return { sizeBytes, why: `its bytes are altered: their SHA-256 is ${found}` }
}

export default check
