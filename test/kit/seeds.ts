import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepSeedFiles, neededFiles, type SeedFiles } from '#src/seeds/seed-files.ts'
import type { Seed, SeedRow } from '#src/seeds/seed-format.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { Files } from '#src/workspaces/files/files.ts'
import { NOW } from './databases.ts'
import { lent } from './lent-worker.ts'

type SeedUser = SeedRow<'users'>
type SeedAsset = SeedRow<'assets'>
type SeedPart = SeedAsset['subResources'][number]

/** A user of a seed, in the first department of the built-in ones. */
export const seedUser = (id: number, name: string, more: Partial<SeedUser>): SeedUser => ({
  id,
  email: `${name}@example.com`,
  nickname: name,
  deptId: 10,
  createdAtMs: NOW,
  ...more,
})

/** An asset of a seed that nobody but its owner sees, with one part unless others are given. */
export const seedAsset = (row: Partial<SeedAsset>, part: Partial<SeedPart> = {}): SeedAsset => ({
  id: 800_001,
  name: 'a',
  extension: 'x',
  createUser: 1001,
  createdAtMs: NOW,
  rights: [],
  subResources: [seedPart(800_002, part)],
  ...row,
})

export const seedPart = (id: number, more: Partial<SeedPart> = {}): SeedPart => ({
  id,
  name: 'a',
  extension: 'x',
  mediaType: 'image/png',
  sizeBytes: 1,
  ...more,
})

export const seedAtom = (row: Partial<SeedRow<'atoms'>>): SeedRow<'atoms'> => ({
  ...seedPart(800_003),
  path: 'upload/a',
  mediaType: 'image/png',
  createUser: 1001,
  createdAtMs: NOW,
  ...row,
})

export const SEED_TASK: SeedRow<'approvals'>['tasks'][number] = {
  key: 'task1',
  assignee: 1002,
  status: 'IN_PROGRESS',
  createdAtMs: NOW,
}

export const seedApproval = (row: Partial<SeedRow<'approvals'>>): SeedRow<'approvals'> => ({
  id: 7003,
  processDefinitionId: 81,
  name: 'a',
  detailName: '',
  category: 'c',
  submitter: 1001,
  createdAtMs: NOW,
  assetIds: [],
  tasks: [SEED_TASK],
  ...row,
})

type SeedContent = SeedRow<'portals'>['blocks'][number]['contents'][number]

export const seedPortal = (row: Partial<SeedContent>): SeedRow<'portals'> => {
  const content = { id: 7006, coreId: 100_001, name: 'c', text: '', publishedAtMs: NOW, ...row }
  const blocks = [{ id: 7005, name: 'b', contents: [content] }]
  return { id: 7004, code: 'F'.repeat(32), name: 'p', blocks }
}

/** The metadata of the files of a seed, read by the same code as in production. */
export const seedFiles = async (seed: Seed, folder: string): Promise<SeedFiles> => {
  const mediaWorker = lent(shippedFolders().mediaWorker)
  const root = mkdtempSync(join(tmpdir(), 'dam-sandbox-test-'))
  const files = new Files({ root, isDurable: false, shipped: undefined, mediaWorker })
  try {
    return await files.whileHeld((held) => keepSeedFiles(neededFiles(seed), { folder }, held))
  } finally {
    await files.media.close()
    await files.blobs.removeAll()
  }
}
