import { statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import type { BlobStore } from '../../../blobs/blob-store.ts'
import { Lease } from '../../../blobs/lease.ts'
import { namedFiles } from '../../../domain/files/named-files.ts'
import { conflict } from '../../problem.ts'
import type { Sandbox } from '../../sandbox.ts'
import type { Workspace } from '../../workspace.ts'
import { firstEvent } from './first-event.ts'
import { ENTRIES, FORMAT, type Manifest } from './manifest.ts'

/** An export as it goes out, and the name to keep it under. */
export interface Exported {
  stream: Readable
  fileName: string
}

interface Content {
  name: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** The data of a workspace at this moment with all files that it names, as one archive. */
export const exportWorld = (sandbox: Sandbox, workspace: Workspace): Exported => {
  const { blobs } = sandbox.files
  const lease = new Lease(blobs)
  const { world } = workspace
  const digests = namedFiles(world)
  for (const digest of digests) lease.hold(digest)
  const archive = pack()
  try {
    const contents = [
      ofBytes(ENTRIES.manifest, Buffer.from(`${JSON.stringify(manifestOf(workspace), null, 2)}\n`)),
      ofBytes(ENTRIES.world, world.sqlite.serialize()),
      ...digests.map((digest) => ofFile(blobs, digest)),
    ]
    fill(archive, contents)
      .catch((error) => archive.destroy(error))
      .finally(() => lease.end())
  } catch (error) {
    lease.end()
    throw error
  }
  return {
    stream: Readable.from(archive, { objectMode: false }),
    fileName: `${workspace.record.name.replaceAll(/[/:]/g, '-')}.dam-sandbox.tar`,
  }
}

const manifestOf = ({ world, clock, record }: Workspace): Manifest => ({
  format: FORMAT,
  schema: Number(world.sqlite.pragma('user_version', { simple: true })),
  seed: record.seed,
  exportedAtMs: clock.now(),
})

const ofBytes = (name: string, bytes: Buffer): Content => ({
  name,
  size: bytes.length,
  read: () => Readable.from([bytes]),
})

const ofFile = (blobs: BlobStore, digest: string): Content => {
  const path = blobs.find(digest)
  if (path === undefined) throw conflict(`The bytes of the file ${digest} are not there any more`)
  return {
    name: `${ENTRIES.files}${digest}`,
    size: statSync(path).size,
    read: () => blobs.read(digest),
  }
}

const fill = async (archive: Pack, contents: readonly Content[]): Promise<void> => {
  for (const { name, size, read } of contents) {
    const entry = archive.entry({ name, size })
    for await (const chunk of read())
      if (!entry.write(chunk)) await unlessGone(archive, entry, 'drain')
    entry.end()
    await unlessGone(archive, entry, 'finish')
  }
  archive.finalize()
}

const unlessGone = async (
  archive: Pack,
  entry: ReturnType<Pack['entry']>,
  event: 'drain' | 'finish',
): Promise<void> => {
  if (!archive.destroyed) await firstEvent([entry, event], [archive, 'close'])
  if (archive.destroyed) throw new Error('nobody reads the export any more')
}
