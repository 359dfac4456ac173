import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { INLINE_STYLES, sendPageFile } from '../page-files.ts'

/**
 * The viewer at `/docs`, a stock page that shows an OpenAPI document, and the documents of the project as Markdown. Messages
 * and OpenAPI documents name these by their paths, such as docs/storage.md. None of these files has data.
 */
export const viewerRoutes: FastifyPluginAsync<{ method: HTTPMethods[] }> = async (
  app,
  { method },
) => {
  const shared = { method, exposeHeadRoute: false, config: { isServerWide: true, isKeyless: true } }
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const { viewer, docs } = app.sandbox.options.folders
    const folder = name.endsWith('.md') ? docs : viewer
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
    schema: {
      summary: 'Show a document of the project, or a file of that page',
      params: PARAMS,
      response: { 200: FILE },
    },
    handler: (request, reply) => {
      const { file } = request.params
      // The names in the page are relative to a path without a slash at its end.
      return file === '' ? reply.redirect('../docs', 308) : send(request, reply, file)
    },
  })
  app.route<{ Params: { folder: string; file: string } }>({
    ...shared,
    url: '/docs/:folder/:file',
    schema: {
      summary: 'Show a document in a folder, such as agents/SKILL.md',
      params: PARAMS_IN_FOLDER,
      response: { 200: MARKDOWN },
    },
    handler: (request, reply) => {
      const { folder, file } = request.params
      return send(request, reply, `${folder}/${file}`)
    },
  })
}

const text = { type: 'string' }
const HTML = { description: 'A page', content: { 'text/html': { schema: text } } }
const FILE = {
  description: 'Markdown, a script, a style sheet or a picture',
  content: { '*/*': { schema: text } },
}
const MARKDOWN = { description: 'Markdown', content: { 'text/markdown': { schema: text } } }
const file = { type: 'string', maxLength: 100, description: 'Name of the file' }
const folder = { type: 'string', maxLength: 100, description: 'Name of the folder' }
const PARAMS = { type: 'object', required: ['file'], properties: { file } }
const PARAMS_IN_FOLDER = {
  type: 'object',
  required: ['folder', 'file'],
  properties: { folder, file },
}
