import { resolve } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { BuildOrNull } from '../contract/build.ts'
import { Quota } from '../contract/quota.ts'
import {
  Amount,
  ByName,
  MachineInstant,
  Part,
  Shape,
  Text,
  TextOrNull,
} from '../contract/shapes.ts'
import { freeBytesAt } from '../kernel/disk.ts'
import { PROCESS_TAG } from '../kernel/processes.ts'
import { answers, serverWide } from './responses.ts'

export const ServerInfo = Shape('ServerInfo', 'The server and where its parts are', {
  name: Text('Name of the program'),
  version: Text('Version of the package'),
  build: BuildOrNull,
  node: TextOrNull('Prefix of the ids of its workspaces; null outside of a fleet'),
  profile: Text('Profile that it was started with: `local`, `ci` or `staging`'),
  nowMs: MachineInstant('Current time'),
  pid: Amount('Id of its process, on its machine'),
  processTag: Text('Random text that distinguishes its process from others with the same id'),
  uptimeMs: Amount('How long the process has run, ms'),
  publicUrl: TextOrNull(
    'URL that the settings give for its responses; null if responses use the URL of the caller',
  ),
  tokenPath: Text('Path of the operation that issues tokens'),
  filesPath: Text('Base path of uploads and downloads'),
  storage: Part('Where its data is', {
    folder: TextOrNull('Data folder; null if everything is in memory and temporary files'),
    freeBytes: Type.Union([Amount('Bytes'), Type.Null()], {
      description: 'Free disk space for files, in bytes; null if unknown',
    }),
  }),
  workspaces: Part('Its workspaces', {
    stored: Amount('All workspaces'),
    open: Amount('Workspaces with an open database'),
    maxOpen: Amount('Maximum number of open databases'),
    reopened: Amount(
      'How often a database was reopened within a second after it was closed; more than a few mean that maxOpen is too small',
    ),
  }),
  damaged: Part('What is known to be damaged', {
    workspaces: Amount('Workspaces whose data cannot be read'),
    files: Amount('Stored files that are missing or altered'),
  }),
  quota: Quota,
  links: ByName(Text(), 'Paths by what they lead to'),
})

const server: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox, settings } = app
  app.get(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      ...serverWide(
        answers('Show the version, paths, storage, limits and links of the server', ServerInfo),
      ),
    },
    async () => {
      const { data, folders, maxOpen } = sandbox.options
      const { node = null, profile, publicUrl = null, tokenPath, filesPath } = settings
      const nowMs = sandbox.machineClock.now()
      return {
        name: 'dam-sandbox',
        version: folders.version,
        build: folders.build,
        node,
        profile,
        nowMs,
        pid: process.pid,
        processTag: PROCESS_TAG,
        uptimeMs: Math.round(process.uptime() * 1_000),
        publicUrl,
        tokenPath,
        filesPath,
        storage: {
          folder: data === undefined ? null : resolve(data),
          freeBytes: freeBytesAt(sandbox.files.blobs.paths.root),
        },
        workspaces: {
          stored: sandbox.registry.countWorkspaces(nowMs),
          open: sandbox.openDatabases.count,
          maxOpen,
          reopened: sandbox.openDatabases.reopened,
        },
        damaged: {
          workspaces: sandbox.damage.size,
          files: sandbox.files.blobs.damaged.size,
        },
        quota: sandbox.quota,
        links: LINKS,
      }
    },
  )
}

const LINKS = {
  guide: '/llms.txt',
  operations: '/openapi.json',
  operation: '/openapi/E22.json',
  controlPlane: '/_sandbox/openapi.json',
  documents: '/docs',
  console: '/console/',
  workspaces: '/_sandbox/workspaces',
  fixtures: '/_sandbox/fixtures',
  journal: '/_sandbox/journal',
  findings: '/_sandbox/findings',
  coverage: '/_sandbox/coverage',
  keys: '/_sandbox/keys',
  audit: '/_sandbox/audit',
  health: '/readyz',
}

export default server
