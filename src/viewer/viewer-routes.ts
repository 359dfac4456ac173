import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import fresh from 'fresh'

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

/** The page runs its own scripts only, talks to its own server only, and is in no frame. Swagger UI sets styles inline. */
const SAFETY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

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
  app.route({
    method,
    url: '/docs',
    exposeHeadRoute: false,
    config,
    schema: {
      summary: 'Show the OpenAPI document as a page',
      response: { 200: fileOf('text/html', 'A page that calls the server') },
    },
    handler: (request, reply) => sendFile(request, reply, 'index.html', 'text/html; charset=utf-8'),
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
      const mediaType = VIEWER_FILES.get(file)
      if (mediaType === undefined) throw missing(request.url.split('?')[0] ?? '')
      return sendFile(request, reply, file, mediaType)
    },
  })
}

const fileOf = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string' } } },
})

/** Sends one of the known files; a browser that has it already gets none. */
const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  mediaType: string,
): Promise<FastifyReply> => {
  const path = join(request.server.sandbox.options.folders.viewer, name)
  const { size, mtimeMs } = await stat(path)
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
  // A browser asks each time, since another version of the server may answer.
  reply.headers({ ...SAFETY, etag, 'cache-control': 'no-cache' })
  const { 'cache-control': _, ...conditions } = request.headers
  if (fresh(conditions, { etag })) return reply.status(304).send()
  reply.type(mediaType)
  return reply.send(await readFile(path))
}
