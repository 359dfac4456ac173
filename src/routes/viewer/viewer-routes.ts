import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { INLINE_STYLES, sendPageFile } from '../page-files.ts'

/** The viewer at `/docs`: a stock page that shows an OpenAPI document. Its files hold no data. */
export const viewerRoutes: FastifyPluginAsync<{ method: HTTPMethods[] }> = async (
  app,
  { method },
) => {
  const shared = { method, exposeHeadRoute: false, config: { isServerWide: true, isKeyless: true } }
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const { viewer: folder } = app.sandbox.options.folders
    return sendPageFile(request, reply, { folder, name, headers: INLINE_STYLES })
  }
  app.route({
    ...shared,
    url: '/docs',
    schema: { summary: 'Show the OpenAPI document as a page', response: { 200: HTML } },
    handler: (request, reply) => send(request, reply, 'index.html'),
  })
  app.route<{ Params: { file: string } }>({
    ...shared,
    url: '/docs/:file',
    schema: { summary: 'Show a file of that page', params: PARAMS, response: { 200: FILE } },
    handler: (request, reply) => {
      const { file } = request.params
      // The names in the page are relative to a path without a slash at its end.
      return file === '' ? reply.redirect('../docs', 308) : send(request, reply, file)
    },
  })
}

const text = { type: 'string' }
const HTML = { description: 'A page', content: { 'text/html': { schema: text } } }
const FILE = {
  description: 'A script, a style sheet or a picture',
  content: { '*/*': { schema: text } },
}
const file = { type: 'string', maxLength: 100, description: 'Name of the file' }
const PARAMS = { type: 'object', required: ['file'], properties: { file } }
