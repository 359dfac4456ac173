import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Files } from '#src/files/files.ts'
import { keepSeedFiles, neededFiles, type SeedFiles } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { NOW } from './databases.ts'
import { lent } from './lent-worker.ts'

type SeedUser = NonNullable<Seed['users']>[number]

/** A user of a seed, in the first department of the built-in ones. */
export const seedUser = (id: number, name: string, more: Partial<SeedUser>): SeedUser => ({
  id,
  email: `${name}@example.com`,
  nickname: name,
  deptId: 10,
  createdAtMs: NOW,
  ...more,
})

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
