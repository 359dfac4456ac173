import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { quote } from '../contract/errors/quote.ts'
import { refuse } from '../contract/errors/refusals.ts'
import { describeQuota } from '../contract/errors/storage-errors.ts'
import { BOUNDED_BY_BODY, MapOf } from '../contract/resources/primitives.ts'
import { Amount, ByName, Choice, Shape } from '../contract/shapes.ts'
import { fileBytesOf } from '../domain/files/kept-files.ts'
import { isStreamed } from '../http/bodies/json-body.ts'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { SEED_BODY } from '../http/request.ts'
import { LIMITS } from '../kernel/limits.ts'
import { namesIn } from '../seeds/check-names.ts'
import { loadSeed } from '../seeds/load-seed.ts'
import { checkFragment } from '../seeds/read-seed.ts'
import {
  type ArrivedFiles,
  findArrived,
  findSeedFile,
  keepSeedFiles,
  neededFiles,
} from '../seeds/seed-files.ts'
import type { Seed } from '../seeds/seed-format.ts'
import { refuseAt } from '../seeds/seed-places.ts'
import { refuseLargeFragment } from '../seeds/seed-size.ts'
import { Arrival, receivingThrough } from '../workspaces/quotas.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { seedFolderOf } from '../workspaces/templates.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers } from './responses.ts'
import { type ArchiveSource, readSeedArchive } from './transfer/read-seed-archive.ts'

const SEED_ARCHIVE = 'application/x-tar'

/** A fragment in the format of seed files, which the seed reader judges. */
const WantedSeed = MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
  description: 'any keys of a seed file',
})

/** A fragment as JSON, or JSON files and the folder `files` as an archive. */
const SeedBody = {
  description: 'any keys of a seed file, or a seed folder as a tar archive',
  content: {
    'application/json': { schema: WantedSeed },
    [SEED_ARCHIVE]: { schema: Type.Unknown(BOUNDED_BY_BODY) },
  },
}

const SeedQuery = Type.Object({
  mode: Type.Optional(
    Choice(
      ['add', 'replace'],
      'What to do with ids that are already in use: refuse them, or replace their records',
    ),
  ),
})

export const SeedAdded = Shape('SeedAdded', 'What a seed fragment added or replaced', {
  added: ByName(Amount(), 'Number of added or replaced items, by key of the fragment'),
})
export type SeedAdded = Static<typeof SeedAdded>

const seed: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  // Archives are read as they arrive.
  app.addContentTypeParser(SEED_ARCHIVE, (_request, _payload, done) => done(null))

  app.post(
    '/seed',
    {
      config: { body: SEED_BODY, streamedType: SEED_ARCHIVE },
      ...answers('Add data in the seed file format, all or nothing', SeedAdded, {
        querystring: SeedQuery,
        body: SeedBody,
      }),
    },
    async (request) => {
      const { workspace, query } = request
      const adding = sandbox.files.whileHeld(async (files) => {
        const addition = await readBody(request, files)
        return load(sandbox, workspace, addition, files, query.mode)
      })
      // For files that nothing names.
      return adding.finally(() => sandbox.sweeper.request())
    },
  )
}

type HeldFiles = Parameters<Parameters<Sandbox['files']['whileHeld']>[0]>[0]

interface Addition {
  fragment: Seed
  arrived?: ArrivedFiles
}

const readBody = async (request: FastifyRequest, files: HeldFiles): Promise<Addition> => {
  const { workspace, body, raw } = request
  if (!isStreamed(request)) {
    refuseLargeFragment(body)
    return { fragment: checkFragment(body, 'the fragment') }
  }
  const source: ArchiveSource = {
    receive: (work) => whileReceiving(raw, () => work(raw)),
    count: (bytes) => request.call.body.count(bytes),
  }
  const { fileBytes } = workspace.record.quota
  // Files that the workspace has already may arrive again.
  using arrival = new Arrival(workspace, () => 0)
  const counted = receivingThrough(arrival, files)
  const { fragment, byName } = await readSeedArchive(source, counted, fileBytes)
  refuseLargeFragment(fragment)
  return { fragment, arrived: { byName, read: files.read } }
}

const load = async (
  sandbox: Sandbox,
  workspace: Workspace,
  { fragment, arrived }: Addition,
  files: HeldFiles,
  mode: Static<typeof SeedQuery>['mode'] = 'add',
): Promise<SeedAdded> => {
  const { seed, generatorSeed, quota } = workspace.record
  const folder = seedFolderOf(sandbox.options.folders, seed)
  const needed = neededFiles(fragment)
  mustHaveFiles(fragment, folder, seed, arrived)
  const root = sandbox.seedFolders.rootOf(folder)
  const seedFiles = await keepSeedFiles(needed, { folder, root, arrived }, files)
  const { store } = workspace
  store.transaction(() => {
    const before = fileBytesOf(store)
    const maxLevels = LIMITS.seedLevels.max
    loadSeed(store, fragment, seedFiles, generatorSeed, { maxLevels, mode })
    const after = fileBytesOf(store)
    // A fragment without new files is never refused for them.
    if (quota.fileBytes !== undefined && after > before && after > quota.fileBytes)
      throw refuse.storageFull(describeQuota('file', before, quota.fileBytes)).lacking('quota')
  })
  const added = Object.fromEntries(
    Object.entries(fragment).map(([key, value]) => [key, Object.keys(value).length]),
  )
  const counts = Object.entries(added).map(([key, count]) => `${key} ${count}`)
  workspace.mark('seed-added', counts.join(', '))
  return { added }
}

/** JSON has no files; a fragment can name files of its workspace's seed and files that arrive with it. */
const mustHaveFiles = (
  fragment: Seed,
  folder: string,
  seed: string,
  arrived: ArrivedFiles | undefined,
): void => {
  const filesFolder = join(folder, 'files')
  const isThere = (name: string) =>
    (arrived && findArrived(arrived, name)) ||
    (!/^\.\.?$/.test(name) && findSeedFile(filesFolder, name))
  for (const { name, path } of namesIn(fragment).files) {
    if (isThere(name)) continue
    const known = filesIn(filesFolder).join(', ').slice(0, MAX_SHOWN) || 'no files'
    const problem = arrived
      ? `is neither in files/ of the archive nor among the files of the seed ${seed}`
      : `the seed ${seed} does not have; it has ${known}`
    refuseAt(fragment, path, `is ${quote(name)}, which ${problem}`)
  }
}

const MAX_SHOWN = 1_000

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

export default seed
