import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../sandbox.ts'
import type { Seed } from '../seed/format.ts'
import { loadSeed } from '../seed/load-seed.ts'
import { checkFragment } from '../seed/read-seed.ts'
import { keepSeedFiles, namesIn } from '../seed/seed-files.ts'
import { StartError } from '../start-error.ts'
import { seedFolderOf } from '../templates.ts'
import type { Workspace } from '../workspace.ts'

/** How many things of each kind were added. */
export interface Added {
  added: Record<string, number>
}

/** Adds data in the format of seed files to a living workspace, as a whole or not at all. */
export const addSeed = async (
  sandbox: Sandbox,
  workspace: Workspace,
  data: unknown,
): Promise<Added> => {
  const fragment = checkFragment(data, 'the fragment')
  const folder = seedFolderOf(sandbox.options.folders, workspace.record.seed)
  mustHaveFiles(fragment, folder, workspace.record.seed)
  await sandbox.files.whileHeld(
    async (files) => {
      const seedFiles = await keepSeedFiles(fragment, folder, files)
      loadSeed(workspace.world, fragment, seedFiles, workspace.record.generatorSeed)
    },
    { workspace: workspace.id },
  )
  return { added: countsOf(fragment) }
}

/** Files cannot come along in JSON; those of the workspace's own seed can be named. */
const mustHaveFiles = (fragment: Seed, folder: string, seed: string): void => {
  const names = namesIn(fragment)
  if (names.size === 0) return
  const known = new Set(filesIn(join(folder, 'files')))
  const unknown = [...names].find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new StartError(
    `the fragment names the file "${unknown}", which is none of the seed ${seed}: ${[...known].join(', ') || 'it has none'}`,
  )
}

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
