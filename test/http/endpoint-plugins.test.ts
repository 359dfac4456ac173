import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { findError } from '#src/contract/validation/validator.ts'
import { readFixtures } from '#src/control/fixtures.ts'
import { ENDPOINTS } from '#src/endpoints/index.ts'
import type { Endpoint } from '#src/http/define-endpoint.ts'
import calls from '#src/http/plugins/calls.ts'
import decorators from '#src/http/plugins/decorators.ts'
import { startCall } from '#src/http/start-call.ts'
import type { Fixtures } from '#test/kit/http.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { openSandbox } from '#test/kit/sandbox.ts'

const each = ENDPOINTS.map((endpoint) => [endpoint.operation.id, endpoint] as const)

/** An application with the decorators, one endpoint and nothing else: no guard, no parser, no error handler of ours. */
const mountAlone = async (
  endpoint: Endpoint,
): Promise<{ app: FastifyInstance; sample: unknown }> => {
  const { sandbox, config } = await openSandbox({ SANDBOX_SEED: 'demo' })
  const app = Fastify()
  await app.register(decorators, { sandbox, settings: config })
  await app.register(calls)
  app.addHook('onRequest', startCall())
  await app.register(endpoint)
  const { id, surface } = endpoint.operation
  const param = samplesOf(readFixtures(sandbox, sandbox.default) as unknown as Fixtures)[id]
  return { app, sample: surface === 'portal' ? param : { param } }
}

describe('an endpoint plugin', () => {
  test.each(each)('%s answers its envelope on a bare Fastify', async (_id, endpoint) => {
    const { app, sample } = await mountAlone(endpoint)
    const { operation } = endpoint
    const reply = await app.inject({
      method: 'POST',
      url: operation.path,
      payload: sample as object,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.body).toMatch(/^(true|\{\}|\{"code":"0")/)
    expect(findError(operation.answer, reply.json())).toBeUndefined()
    await app.close()
  })

  test.each(each)('%s registers with app.sandbox and app.settings alone', async (id, endpoint) => {
    const { sandbox, config } = await openSandbox()
    const app = Fastify()
    await app.register(decorators, { sandbox, settings: config })
    await app.register(endpoint)
    await app.ready()
    const { path, summary } = endpoint.operation
    expect(app.hasRoute({ method: 'POST', url: path })).toBe(true)
    expect(app.printRoutes({ commonPrefix: false })).toContain(`${path.slice(1)} (POST)`)
    expect(app.printPlugins()).toContain(`${id} ${summary}`)
  })

  test('is encapsulated: its hooks do not run for other endpoints', async () => {
    const [first, second] = ENDPOINTS
    if (!first || !second) throw new Error('there are no endpoints')
    const { sandbox, config } = await openSandbox()
    const app = Fastify()
    await app.register(decorators, { sandbox, settings: config })
    await app.register(calls)
    app.addHook('onRequest', startCall())
    await app.register(async (guarded) => {
      guarded.addHook('onRequest', async (_request, reply) => reply.status(401).send('no'))
      await guarded.register(first)
    })
    await app.register(second)
    const statusOf = async ({ operation }: Endpoint) =>
      (await app.inject({ method: 'POST', url: operation.path, payload: {} })).statusCode
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 400])
  })
})
