import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { INLINE_STYLES, sendPageFile } from '../routes/page-files.ts'

/** The files of the viewer, which the build has put into one folder, with their media types. No other file is served. */
export const VIEWER_FILES: ReadonlyMap<string, string> = new Map([
  ['page.js', 'text/javascript; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-license.txt', 'text/plain; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

/** Longer names than any of the files has. */
const MAX_NAME = 100

/** How a surface answers what it does not have. */
export interface ViewerOptions {
  /** The error of a path where nothing is. */
  missing: (path: string) => Error
  /** GET, and HEAD where the surface answers it. */
  method: HTTPMethods[]
}

/** The viewer at `/docs`: a page that shows an OpenAPI document and calls the server. Its files hold no data. */
export const viewerRoutes: FastifyPluginAsync<ViewerOptions> = async (app, { missing, method }) => {
  const config = { isServerWide: true, isKeyless: true }
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    mediaType: string | undefined,
  ) => {
    const { viewer: folder } = app.sandbox.options.folders
    const error = missing(request.url.split('?')[0] ?? '')
    if (mediaType === undefined) throw error
    const file = { folder, name, mediaType, headers: INLINE_STYLES, missing: error }
    return sendPageFile(request, reply, file)
  }
  app.route({
    method,
    url: '/docs',
    exposeHeadRoute: false,
    config,
    schema: {
      summary: 'Show the OpenAPI document as a page',
      response: { 200: fileOf('text/html', 'A page that calls the server') },
    },
    handler: (request, reply) => send(request, reply, 'index.html', 'text/html; charset=utf-8'),
  })
  app.route<{ Params: { file: string } }>({
    method,
    url: '/docs/:file',
    exposeHeadRoute: false,
    config,
    schema: {
      summary: 'Show a file of that page',
      params: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', maxLength: MAX_NAME, description: 'Name of the file' },
        },
      },
      response: { 200: fileOf('*/*', 'A script, a style sheet or a picture') },
    },
    handler: (request, reply) => {
      const { file } = request.params
      // The names in the page are relative to a path without a slash at its end.
      if (file === '') return reply.redirect('../docs', 308)
      return send(request, reply, file, VIEWER_FILES.get(file))
    },
  })
}

const fileOf = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string' } } },
})
