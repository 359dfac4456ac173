import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { OWN_STYLES, sendPageFile } from './page-files.ts'

const MAX_NAME = 100

const fileOf = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string' } } },
})

/** The console at `/console`: a page that is a client of the control plane. Its files hold no data. */
export const consoleRoutes: FastifyPluginAsync = async (app) => {
  const method = ['GET', 'HEAD']
  app.route({
    method,
    url: '/console',
    exposeHeadRoute: false,
    schema: {
      summary: 'Lead to the console',
      response: { 308: { description: 'The page is below a path with a slash at its end' } },
    },
    // Relative, because a proxy may serve the server below another path.
    handler: (request, reply) => reply.redirect(`${lastPart(request.originalUrl)}/`, 308),
  })
  const sendNamed = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const folder = app.sandbox.options.folders.console
    return sendPageFile(request, reply, { folder, name, headers: OWN_STYLES })
  }
  app.route({
    method,
    url: '/favicon.ico',
    exposeHeadRoute: false,
    schema: { summary: 'Show the icon', response: { 200: fileOf('image/svg+xml', 'The icon') } },
    handler: (request, reply) => sendNamed(request, reply, 'icon.svg'),
  })
  app.route<{ Params: { '*': string } }>({
    method,
    url: '/console/*',
    exposeHeadRoute: false,
    schema: {
      summary: 'Show the console',
      params: {
        type: 'object',
        required: ['*'],
        properties: {
          '*': {
            type: 'string',
            maxLength: MAX_NAME,
            description: 'Name of a file; default: the page',
          },
        },
      },
      response: { 200: fileOf('*/*', 'The page, a script, a style sheet or a picture') },
    },
    handler: (request, reply) => sendNamed(request, reply, request.params['*'] || 'index.html'),
  })
}

const lastPart = (url: string): string => url.split('?')[0]?.split('/').at(-1) ?? ''
