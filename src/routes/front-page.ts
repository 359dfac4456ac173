import type { FastifyPluginAsync } from 'fastify'

/** The paths of what the server has, relative since a proxy or a workspace may be before them. */
const LINKS = {
  console: 'console/',
  documents: 'docs',
  controlPlane: '_sandbox/docs',
  openapi: 'openapi.json',
  guide: 'llms.txt',
  fixtures: '_sandbox/fixtures',
  health: 'readyz',
}

/** The path `/`: leads browsers to the console, and tells programs what the server has. It holds no data. */
export const frontPageRoutes: FastifyPluginAsync = async (app) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    exposeHeadRoute: false,
    schema: {
      summary: 'Show what the server has',
      response: {
        200: {
          description: 'Name, version and links, which are relative to this path',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        302: { description: 'Where a browser finds the console' },
        308: { description: 'The links are below a path with a slash at its end' },
      },
    },
    handler: (request, reply) => {
      const path = request.originalUrl.split('?', 1)[0] ?? ''
      // The links are relative to a path with a slash at its end, which that of a workspace need not have.
      if (!path.endsWith('/')) return reply.redirect(`${path.split('/').at(-1)}/`, 308)
      reply.headers({ vary: 'Origin, Accept', 'cache-control': 'no-cache' })
      const { accept = '' } = request.headers
      if (accept.includes('text/html') && !accept.includes('application/json'))
        return reply.redirect(LINKS.console)
      const { version } = app.sandbox.options.folders
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ name: 'dam-sandbox', version, links: LINKS }))
    },
  })
}
