import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidDataError } from '../../errors/invalid-data-error.ts'
import { LIMITS } from '../../limits.ts'
import { loadSeed } from '../../seeds/load-seed.ts'
import { checkFragment } from '../../seeds/read-seed.ts'
import { keepSeedFiles, type NeededSeedFiles, neededFiles } from '../../seeds/seed-files.ts'
import type { Seed } from '../../seeds/seed-format.ts'
import { refuseLargeFragment } from '../../seeds/seed-size.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { seedFolderOf } from '../../workspaces/templates.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { SeedAdded } from './schema.ts'

/** Adds data in the format of seed files to a workspace in use, all or nothing. */
export const addSeed = async (
  sandbox: Sandbox,
  workspace: Workspace,
  data: unknown,
): Promise<SeedAdded> => {
  refuseLargeFragment(data)
  const fragment = checkFragment(data, 'the fragment')
  const { seed } = workspace.record
  const folder = seedFolderOf(sandbox.options.folders, seed)
  const needed = neededFiles(fragment)
  mustHaveFiles(needed, folder, seed)
  await sandbox.files.whileHeld(
    async (files) => {
      const root = sandbox.seedFolders.rootOf(folder)
      const seedFiles = await keepSeedFiles(needed, { folder, root }, files)
      const { generatorSeed } = workspace.record
      loadSeed(workspace.store, fragment, seedFiles, generatorSeed, {
        maxLevels: LIMITS.seedLevels.max,
      })
    },
    { workspace: workspace.id },
  )
  return { added: countsOf(fragment) }
}

/** JSON carries no files; a fragment can name those of the seed of its workspace. */
const mustHaveFiles = ({ names }: NeededSeedFiles, folder: string, seed: string): void => {
  const filesFolder = join(folder, 'files')
  const unknown = names.find((name) => name === '..' || !existsSync(join(filesFolder, name)))
  if (unknown === undefined) return
  const known = filesIn(filesFolder).join(', ').slice(0, MAX_SHOWN)
  throw new InvalidDataError(
    `The fragment names the file "${unknown}", which the seed ${seed} does not have; it has ${known || 'no files'}`,
  )
}

/** Maximum number of characters of names in a message. */
const MAX_SHOWN = 1_000

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

const countsOf = (fragment: Seed): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fragment).map(([key, value]) => [key, Object.keys(value).length]),
  )
