import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { LIMITS } from '../../limits.ts'
import type { Sandbox } from '../../workspaces/sandbox.ts'
import { answers, serverWide } from '../responses.ts'
import { MemoryReport, ServerInfo, ServerLoad, ServiceDocument } from './schema.ts'

/** Version, storage, load and memory of the server. */
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
  app.get(
    '/load',
    serverWide(answers('Show calls in flight and the delay of the event loop', ServerLoad)),
    async () => readLoad(app),
  )
  app.get(
    '/memory',
    serverWide(answers('Show the memory of the server with its bounds', MemoryReport)),
    async () => readMemory(app.sandbox),
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

/** How busy a server is at this moment. */
const readLoad = ({ calls, pauses, loopDelay }: FastifyInstance): ServerLoad => ({
  callsInFlight: calls.count,
  delayedCalls: pauses.count,
  loopDelay: loopDelay(),
})

/** Memory that the server keeps for its callers, and memory of the process. */
const readMemory = ({ memory, journals, waiters }: Sandbox): MemoryReport => {
  const { rss, heapUsed } = process.memoryUsage()
  const { waits, listings } = waiters
  const { underWay, kept } = memory
  return {
    journals: { bytes: journals.sizeBytes, maxBytes: LIMITS.journalBytes.max },
    underWay: { bytes: underWay.bytes, maxBytes: underWay.maxBytes },
    workspaces: { bytes: kept.bytes, maxBytes: kept.maxBytes },
    bytes: journals.sizeBytes + underWay.bytes + kept.bytes,
    maxBytes: LIMITS.journalBytes.max + underWay.maxBytes + kept.maxBytes,
    calls: {
      waiting: waits.taken,
      maxWaiting: waits.max,
      listing: listings.taken,
      maxListing: listings.max,
    },
    process: { residentBytes: rss, usedHeapBytes: heapUsed },
  }
}

export default server
