import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Headers, pack } from 'tar-stream'
import type { BlobStore } from '../blobs/blob-store.ts'
import { BlobPin } from '../blobs/blob-store.ts'
import { copyDatabase } from '../db/copy-database.ts'
import type { Store } from '../db/store.ts'
import { namedFiles } from '../domain/files/kept-files.ts'
import { conflict } from '../errors/problem.ts'
import { dateOf } from '../kernel/timestamps.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { ENTRIES, FORMAT, type Manifest } from './manifest.ts'

/** An archive as it is sent, and its file name. */
export interface Exported {
  stream: Readable
  fileName: string
}

interface Content {
  name: string
  size: number
  read(): Readable
}

/**
 * Exports the data of a workspace, and all files that it names, as one archive. It has the state of the moment at
 * which the database was copied to a temporary file, which is removed with the stream.
 */
export const exportWorkspace = async (
  sandbox: Sandbox,
  workspace: Workspace,
  signal?: AbortSignal,
): Promise<Exported> => {
  const { blobs } = sandbox.files
  const path = blobs.paths.freshPath()
  const lease = new BlobPin(blobs)
  const end = (): void => {
    lease.release()
    void rm(path, { force: true }).catch(() => undefined)
  }
  const database = workspace.open()
  database.acquire()
  try {
    await mkdir(blobs.paths.unfinished, { recursive: true, mode: 0o700 })
    const atEnd = () => describe(workspace, database.store, lease)
    const copied = await copyDatabase(database.store.sqlite, path, atEnd, signal)
    const stream = await streamOf(blobs, path, copied)
    // A generator that was never read does not run its own end.
    stream.once('close', end)
    return {
      stream,
      fileName: `${workspace.record.name.replaceAll(/[\\/:*?"<>|]/g, '-')}.dam-sandbox.tar`,
    }
  } catch (error) {
    end()
    throw error
  } finally {
    database.release()
  }
}

/** The rest of an export, beside the database; its files are pinned from now on. */
const describe = (workspace: Workspace, store: Store, lease: BlobPin) => {
  const digests = namedFiles(store)
  for (const digest of digests) lease.hold(digest)
  return { digests, manifest: manifestOf(workspace, store.sqlite) }
}

const streamOf = async (
  blobs: BlobStore,
  path: string,
  { digests, manifest }: ReturnType<typeof describe>,
): Promise<Readable> => {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const contents: Content[] = [
    { name: ENTRIES.manifest, size: text.length, read: () => Readable.from([text]) },
    await ofPath(ENTRIES.database, path),
  ]
  for (const digest of digests) contents.push(await ofFile(blobs.find(digest), digest))
  return archiveOf(contents, dateOf(Math.max(0, manifest.exportedAtMs)))
}

const manifestOf = ({ clock, record }: Workspace, sqlite: Store['sqlite']): Manifest => ({
  format: FORMAT,
  schema: Number(sqlite.pragma('user_version', { simple: true })),
  seed: record.seed,
  exportedAtMs: clock.now(),
})

const ofFile = (path: string | undefined, digest: string): Promise<Content> => {
  if (path === undefined) throw conflict(`The bytes of the file ${digest} are missing`)
  return ofPath(`${ENTRIES.files}${digest}`, path)
}

const ofPath = async (name: string, path: string): Promise<Content> => {
  const { size } = await stat(path)
  return { name, size, read: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) }
}

const CHUNK_BYTES = 64 * 1_024

/** Writes an archive while it is read; its end is the end of the stream. */
const archiveOf = (contents: readonly Content[], mtime: Headers['mtime']): Readable => {
  const archive = pack()
  const write = async (): Promise<void> => {
    for (const { name, size, read } of contents)
      await pipeline(read(), archive.entry({ name, size, mtime }))
    archive.finalize()
  }
  write().catch((error) => archive.destroy(error))
  return Readable.from(archive, { objectMode: false, highWaterMark: 0 })
}
