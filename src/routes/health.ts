import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { BuildOrNull } from '../contract/build.ts'
import { ClosedObject } from '../contract/resources/primitives.ts'
import { isDiskFull } from '../kernel/disk.ts'

const statusOf = (status: string) => ClosedObject({ status: Type.Literal(status) })

const Readiness = (status: string) =>
  ClosedObject({
    status: Type.Literal(status),
    /** With `full` reads are answered and writes refused, so that the server stays ready. */
    disk: Type.Union([Type.Literal('ok'), Type.Literal('full')]),
    version: Type.String(),
    node: Type.Union([Type.String(), Type.Null()]),
    build: BuildOrNull,
  })

/** Probes: `/livez` while the process runs, `/readyz` while it takes calls. */
export const health: FastifyPluginAsync = async (app) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/livez', {
    exposeHeadRoute: true,
    schema: { summary: 'Liveness', response: { 200: statusOf('alive') } },
    handler: () => ({ status: 'alive' }),
  })
  app.get('/readyz', {
    exposeHeadRoute: true,
    schema: {
      summary: 'Readiness',
      response: { 200: Readiness('ready'), 503: Readiness('closing') },
    },
    handler: (_request, reply) => {
      reply.status(isClosing ? 503 : 200)
      const { options, files } = app.sandbox
      const { node = null } = options
      const { version, build } = options.folders
      const disk = isDiskFull(files.blobs.paths.root) ? 'full' : 'ok'
      return { status: isClosing ? 'closing' : 'ready', disk, version, node, build }
    },
  })
}
