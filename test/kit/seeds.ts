import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Files } from '#src/files/files.ts'
import { keepSeedFiles, neededFiles, type SeedFiles } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { lent } from './lent-worker.ts'

/** The metadata of the files of a seed, read by the same code as in production. */
export const seedFiles = async (seed: Seed, folder: string): Promise<SeedFiles> => {
  const mediaWorker = lent(shippedFolders().mediaWorker)
  const root = mkdtempSync(join(tmpdir(), 'dam-sandbox-test-'))
  const files = new Files({ root, isDurable: false, shipped: undefined, mediaWorker })
  try {
    return await files.whileHeld((held) => keepSeedFiles(neededFiles(seed), { folder }, held))
  } finally {
    await files.close()
    await files.discard()
  }
}
