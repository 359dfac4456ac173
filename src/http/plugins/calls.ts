import fp from 'fastify-plugin'
import type { Call } from '../call.ts'
import { CallsInFlight } from '../lifetime.ts'
import type { MatchedRoute } from '../request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    calls: CallsInFlight
  }
  interface FastifyRequest {
    call: Call
    matchedRoute: MatchedRoute | undefined
  }
}

/** Decorates requests with their call, and the application with the calls in flight. */
export default fp(
  async (app) => {
    const { sandbox } = app
    app.addHook('preClose', async () => sandbox.journals.closeAll())
    app.decorate('calls', new CallsInFlight())
    app.decorateRequest('matchedRoute', undefined)
    app.decorateRequest('call')
    app.decorateRequest('key', undefined)
  },
  { name: 'calls', dependencies: ['sandbox'] },
)
