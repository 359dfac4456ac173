import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MemoryReport, ServerInfo, ServerLoad, ServiceDocument } from './schema.ts'
import { readLoad, readMemory, readServer, readService } from './service.ts'

/** Version, storage, load and memory of the server. */
const server: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/',
    {
      prefixTrailingSlash: 'no-slash',
      config: { isServerWide: true },
      schema: {
        summary: 'Show name, version, profile, uptime and links of the server',
        response: { 200: ServiceDocument },
      },
    },
    async () => readService(app),
  )
  app.get(
    '/server',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Show version, paths, storage and bounds of the server',
        response: { 200: ServerInfo },
      },
    },
    async () => readServer(app),
  )
  app.get(
    '/load',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Show calls in flight and the delay of the event loop',
        response: { 200: ServerLoad },
      },
    },
    async () => readLoad(app),
  )
  app.get(
    '/memory',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'Show the memory of the server with its bounds',
        response: { 200: MemoryReport },
      },
    },
    async () => readMemory(app.sandbox),
  )
}

export default server
