import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { SETTINGS } from '../config/settings.ts'
import { type KeptFile, keptBytes, keptFile, madeOnce, sendKept } from './page-files.ts'

const MEDIA_TYPE = 'application/json; charset=utf-8'

/** The base of the URLs in the shipped document. */
const DEFAULT_BASE = `http://127.0.0.1:${SETTINGS.port.default}`

const PORTAL_OPERATIONS = ['E6', 'E11']

const MAX_NAME = 100

/** The OpenAPI document of all that a client calls, which the build has written; public, for it has no secrets. */
export const openapiRoutes: FastifyPluginAsync = async (app) => {
  const document = madeOnce(() => readDocument(app))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    exposeHeadRoute: false,
    schema: {
      summary: 'OpenAPI document of the interface',
      response: {
        200: { description: 'The document', content: { [MEDIA_TYPE]: { schema: Type.Unknown() } } },
      },
    },
    handler: async (request, reply) => {
      const { whole, head, tail } = await document()
      const { addressed } = request.call
      // Documents have no secrets, and pages of other origins read them.
      reply.header('cross-origin-resource-policy', 'cross-origin').type(MEDIA_TYPE)
      if (addressed === undefined) return sendKept(request, reply, whole)
      // Every workspace has its own document, so these are not compressed: only the first server is made anew.
      const { publicUrl = '' } = app.settings
      const own = { url: `${publicUrl}/w/${addressed}`, description: 'This workspace' }
      const parts = [head, Buffer.from(JSON.stringify(own)), tail]
      return sendKept(request, reply, { parts, tag: `${whole.tag}-${addressed}` })
    },
  })
  const operations = madeOnce(() => readOperations(app))
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/openapi/:file',
    exposeHeadRoute: false,
    schema: {
      summary: 'One operation as a small OpenAPI document, such as E22.json',
      params: Type.Object({ file: Type.String({ maxLength: MAX_NAME }) }),
      response: { 200: Type.Any() },
    },
    handler: async (request, reply) => {
      const found = (await operations()).get(request.params.file)
      if (found === undefined) return reply.callNotFound()
      return sendKept(request, reply.type(MEDIA_TYPE), found)
    },
  })
  const guide = keptFile(() => join(app.sandbox.options.folders.openapi, 'llms.txt'))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/llms.txt',
    exposeHeadRoute: false,
    schema: {
      summary: 'What programs need to know to use the server',
      response: { 200: Type.String() },
    },
    handler: async (request, reply) =>
      sendKept(request, reply.type('text/plain; charset=utf-8'), await guide()),
  })
}

/** The document with this server as its first one, and what stands before and behind that server. */
const readDocument = async (app: FastifyInstance) => {
  const { publicUrl, portalUrl } = app.settings
  const document = JSON.parse(await readMoved(app, 'openapi.json'))
  const own = { url: publicUrl || '/', description: 'This server' }
  document.servers.unshift(own)
  if (portalUrl !== undefined && portalUrl !== publicUrl)
    for (const { post } of Object.values<{ post?: { 'x-operation'?: string; servers?: object[] } }>(
      document.paths,
    ))
      if (post && PORTAL_OPERATIONS.includes(post['x-operation'] ?? ''))
        post.servers = [{ url: portalUrl, description: 'The portal' }]
  const bytes = Buffer.from(JSON.stringify(document))
  const ownBytes = JSON.stringify(own)
  const start = bytes.indexOf(ownBytes)
  return {
    whole: keptBytes(bytes),
    head: bytes.subarray(0, start),
    tail: bytes.subarray(start + Buffer.byteLength(ownBytes)),
  }
}

const readOperations = async (app: FastifyInstance): Promise<Map<string, KeptFile>> => {
  const operations = JSON.parse(await readMoved(app, 'operations.json')) as object
  const kept = (one: object) => keptBytes(Buffer.from(JSON.stringify(one)))
  return new Map(Object.entries(operations).map(([id, one]) => [`${id}.json`, kept(one)]))
}

/** The text of a document with other words in place of some; all at once, so that none is replaced twice. */
const replaceWords = (text: string, words: ReadonlyMap<string, string>): string => {
  const known = [...words.keys()].filter((word) => words.get(word) !== word)
  if (known.length === 0) return text
  known.sort((one, two) => two.length - one.length)
  const pattern = new RegExp(`(?:${known.map(wholeWord).join('|')})(?!\\w)`, 'g')
  return text.replaceAll(pattern, (word) => JSON.stringify(words.get(word)).slice(1, -1))
}

/** A path can follow a host; a code follows no other digit. */
const wholeWord = (word: string): string =>
  (word.startsWith('/') ? '' : '(?<!\\w)') + word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const readMoved = async ({ sandbox, settings }: FastifyInstance, name: string): Promise<string> => {
  const { tokenPath, refreshPath, filesPath, publicUrl, codes } = settings
  const words = new Map([
    ...codes,
    [SETTINGS.tokenPath.default, tokenPath],
    [SETTINGS.refreshPath.default, refreshPath],
    [SETTINGS.filesPath.default, filesPath],
    [DEFAULT_BASE, publicUrl ?? DEFAULT_BASE],
  ])
  const { openapi: folder } = sandbox.options.folders
  return replaceWords(await readFile(join(folder, name), 'utf8'), words)
}
