import fp from 'fastify-plugin'

/** One line per call: refusals and defects at `info`, what went well at `debug`. */
export default fp(
  async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { context } = request
      const { operation } = request.routeOptions.config
      const isQuiet = context?.code === '0' || (!operation && reply.statusCode < 400)
      request.log[isQuiet ? 'debug' : 'info'](
        {
          operation: operation?.id,
          method: request.method,
          url: request.originalUrl.split('?')[0],
          workspace: context?.workspace.id,
          status: reply.statusCode,
          code: context?.code,
          ms: Math.round(reply.elapsedTime * 100) / 100,
        },
        operation ? `${operation.id} ${operation.summary}` : 'call',
      )
      done()
    })
  },
  { name: 'call-log', dependencies: ['find-workspace'] },
)
