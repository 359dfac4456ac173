import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { BuildOrNull } from '../contract/build.ts'
import { ClosedObject } from '../contract/resources/primitives.ts'
import { isDiskFull } from '../kernel/disk.ts'

const statusOf = (status: string) => ClosedObject({ status: Type.Literal(status) })

const readiness = {
  /** With `full` reads are answered and writes refused, so that the server stays ready. */
  disk: Type.Union([Type.Literal('ok'), Type.Literal('full')]),
  version: Type.String(),
  node: Type.Union([Type.String(), Type.Null()]),
  build: BuildOrNull,
  /** Workspaces whose data cannot be read; all others are answered, so that the server stays ready. */
  damagedWorkspaces: Type.Integer({ minimum: 0 }),
  /** Stored files that are missing or altered; all others are sent. */
  damagedFiles: Type.Integer({ minimum: 0 }),
}

const Ready = ClosedObject({ status: Type.Literal('ready'), ...readiness })

const Unready = ClosedObject({
  status: Type.Union([Type.Literal('draining'), Type.Literal('closing')]),
  reason: Type.String(),
  ...readiness,
})

const REASONS = {
  draining: 'The server is about to stop; it still accepts calls',
  closing: 'The server is stopping; it finishes only calls in flight',
}

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
      response: { 200: Ready, 503: Unready },
    },
    handler: (_request, reply) => {
      const { options, files, damage, isDraining } = app.sandbox
      const { node = null } = options
      const { version, build } = options.folders
      const disk = isDiskFull(files.blobs.paths.root) ? 'full' : 'ok'
      const damaged = { damagedWorkspaces: damage.size, damagedFiles: files.blobs.damaged.size }
      const facts = { disk, version, node, build, ...damaged }
      if (!isClosing && !isDraining) return { status: 'ready', ...facts }
      reply.status(503)
      const status = isClosing ? 'closing' : 'draining'
      return { status, reason: REASONS[status], ...facts }
    },
  })
}
