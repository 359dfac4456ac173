import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { answers, serverWide } from '../responses.ts'
import { ServerInfo, ServiceDocument } from './schema.ts'

/** Version and storage of the server. */
const server: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      ...serverWide(
        answers('Show name, version, profile, uptime and links of the server', ServiceDocument),
      ),
    },
    async () => readService(app),
  )
  app.get(
    '/server',
    serverWide(answers('Show version, paths, storage and bounds of the server', ServerInfo)),
    async () => readServer(app),
  )
}

/** What the server is, and where its parts are. */
const readService = ({ sandbox, settings }: FastifyInstance): ServiceDocument => ({
  name: 'dam-sandbox',
  version: sandbox.options.folders.version,
  profile: settings.profile,
  uptimeMs: Math.round(process.uptime() * 1_000),
  links: {
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
    health: '/readyz',
  },
})

/** What a server is, and where it keeps its data. */
const readServer = async ({ sandbox, settings }: FastifyInstance): Promise<ServerInfo> => {
  const { data, folders, maxOpen } = sandbox.options
  const { profile, publicUrl, tokenPath, filesPath } = settings
  return {
    version: folders.version,
    profile,
    nowMs: sandbox.machineClock.now(),
    publicUrl: publicUrl ?? null,
    tokenPath,
    filesPath,
    storage: {
      folder: data === undefined ? null : resolve(data),
      freeBytes: await freeBytesAt(sandbox.files.blobs.paths.root),
    },
    workspaces: { open: sandbox.openCount, maxOpen },
    quota: sandbox.quota,
  }
}

/** Free space of the disk of a folder, which is made when it gets its first file. */
const freeBytesAt = async (folder: string): Promise<number | null> => {
  for (const path of [folder, dirname(folder)])
    try {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    } catch {
      // The folder is not there yet, or its file system does not say it.
    }
  return null
}

export default server
