import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { conflict } from '../../contract/errors/problem.ts'
import { namedFiles } from '../../domain/files/kept-files.ts'
import { fileBytes, owned } from '../../kernel/owned-stream.ts'
import { dateOf } from '../../kernel/timestamps.ts'
import { BlobPin, type BlobStore } from '../../store/blobs/blob-store.ts'
import { copyDatabase } from '../../store/db/copy-database.ts'
import type { Store } from '../../store/db/store.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import { FILES } from './archive-entries.ts'
import { ENTRIES, FORMAT, type Manifest } from './manifest.ts'

interface Part {
  name: string
  path: string
  size: number
}

const CHUNK_BYTES = 64 * 1_024

/**
 * Exports the data of a workspace, and all files that it names, as one archive. It has the state of the moment at
 * which the database was copied to a temporary file, which is removed with the stream.
 */
export const exportWorkspace = async (
  sandbox: Sandbox,
  workspace: Workspace,
  signal: AbortSignal,
) => {
  const { blobs } = sandbox.files
  const database = workspace.open()
  using _use = database.acquire()
  const { store } = database
  const pin = new BlobPin(blobs)
  let path = ''
  const end = (): void => {
    pin[Symbol.dispose]()
    void rm(path, { force: true }).catch(() => undefined)
  }
  try {
    path = await blobs.newPath()
    const look = () => {
      const digests = namedFiles(store)
      for (const digest of digests) pin.hold(digest)
      return { digests, manifest: manifestOf(workspace, store) }
    }
    const { digests, manifest } = await copyDatabase(store.sqlite, path, look, signal)
    const parts = [await partOf(ENTRIES.database, path)]
    for (const digest of digests) parts.push(await filePartOf(blobs, digest))
    return {
      // A generator that was never read does not run its own end.
      stream: owned(archiveOf(manifest, parts), signal, end),
      fileName: `${workspace.record.name.replaceAll(/[\\/:*?"<>|]/g, '-')}.dam-sandbox.tar`,
    }
  } catch (error) {
    end()
    throw error
  }
}

const manifestOf = ({ clock, record }: Workspace, { sqlite }: Store): Manifest => ({
  format: FORMAT,
  schema: Number(sqlite.pragma('user_version', { simple: true })),
  seed: record.seed,
  exportedAtMs: clock.now(),
})

const filePartOf = (blobs: BlobStore, digest: string): Promise<Part> => {
  const path = blobs.find(digest)
  if (path === undefined)
    throw conflict(
      `The bytes of the file ${digest} are missing; send the file again, reset the workspace, or restore it from a backup`,
    )
  return partOf(FILES + digest, path)
}

export const partOf = async (name: string, path: string): Promise<Part> => {
  const { size } = await stat(path)
  return { name, path, size }
}

/** Writes an archive while it is read; its end is the end of the stream. */
export const archiveOf = (manifest: Manifest, parts: readonly Part[]): Readable => {
  const archive = pack()
  const mtime = dateOf(Math.max(0, manifest.exportedAtMs))
  const write = async (): Promise<void> => {
    archive.entry({ name: ENTRIES.manifest, mtime }, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const { name, path, size } of parts) {
      const content = fileBytes(path, { highWaterMark: CHUNK_BYTES })
      await pipeline(content, archive.entry({ name, size, mtime }))
    }
    archive.finalize()
  }
  write().catch((error) => archive.destroy(error))
  return Readable.from(archive, { objectMode: false, highWaterMark: 0 })
}
