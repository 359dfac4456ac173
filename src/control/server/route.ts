import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers, serverWide } from '../responses.ts'
import { MemoryReport, ServerInfo, ServerLoad, ServiceDocument } from './schema.ts'
import { readLoad, readMemory, readServer, readService } from './service.ts'

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

export default server
