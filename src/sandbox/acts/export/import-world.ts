import type { Readable } from 'node:stream'
import { badRequest } from '../../problem.ts'
import type { Sandbox } from '../../sandbox.ts'
import type { Workspace } from '../../workspace.ts'
import { checkWorld } from './check-world.ts'
import { readManifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'

/** What a workspace has been given by an import. */
export interface Imported {
  seed: string
  exportedAtMs: number
  databaseBytes: number
  files: number
}

/**
 * Gives a workspace the data and files of an export in place of its own; who it is, who may call it, and
 * its time stay. Anything wrong with the export changes nothing.
 */
export const importWorld = (
  sandbox: Sandbox,
  workspace: Workspace,
  source: Readable,
): Promise<Imported> =>
  sandbox.files.whileHeld(async (files) => {
    const archive = await readArchive(source, files, workspace.record.quota)
    const manifest = readManifest(archive.manifest)
    const world = checkWorld(archive.database, manifest, sandbox.options.folders.migrations)
    const missing = world.named.find((digest) => !archive.digests.has(digest))
    if (missing !== undefined)
      throw badRequest(`The data names the file ${missing}, which the archive does not have`)
    sandbox.exchangeWorld(workspace, sandbox.worlds.create(world.bytes))
    sandbox.sweeper.request()
    return {
      seed: manifest.seed,
      exportedAtMs: manifest.exportedAtMs,
      databaseBytes: world.bytes.length,
      files: world.named.length,
    }
  })
