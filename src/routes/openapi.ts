import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { SETTINGS } from '../config/settings.ts'
import { originOf } from '../http/call-context.ts'
import {
  type KeptFile,
  keptBytes,
  keptOperations,
  madeOnce,
  OPERATION_FILE,
  sendKept,
  tagOf,
  withZip,
} from './page-files.ts'

const MEDIA_TYPE = 'application/json; charset=utf-8'

/** The base of the URLs in the shipped document. */
const DEFAULT_BASE = `http://127.0.0.1:${SETTINGS.port.default}`

const PORTAL_OPERATIONS = ['E6', 'E11']

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
      const { ofServer, ofWorkspace } = await document()
      const { addressed } = request.call
      // Documents have no secrets, and pages of other origins read them.
      reply.header('cross-origin-resource-policy', 'cross-origin').type(MEDIA_TYPE)
      const origin = originOf(request)
      const own =
        addressed === undefined ? ofServer(origin) : ofWorkspace(`${origin}/w/${addressed}`)
      return sendKept(request, reply, own)
    },
  })
  const operations = madeOnce(async () => keptOperations(await readMoved(app, 'operations.json')))
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/openapi/:file',
    exposeHeadRoute: false,
    schema: {
      summary: 'One operation as a small OpenAPI document, such as E22.json',
      params: OPERATION_FILE,
      response: { 200: Type.Any() },
    },
    handler: async (request, reply) => {
      const found = (await operations()).get(request.params.file)
      if (found === undefined) return reply.callNotFound()
      return sendKept(request, reply.type(MEDIA_TYPE), found)
    },
  })
  const guide = madeOnce(async () => keptBytes(Buffer.from(await readMoved(app, 'llms.txt'))))
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

/** How many documents are compressed, one for each Host by which callers reach the server; they can send any. */
const MAX_COMPRESSED = 8

/** Stands for the first server until a caller asks. */
const PLACE = { url: '<THIS_SERVER>' }

/** Makes documents whose first server is the one that a caller has reached: importers need an absolute URL. */
const readDocument = async (app: FastifyInstance) => {
  const { publicUrl, portalUrl } = app.settings
  const document = JSON.parse(await readMoved(app, 'openapi.json'))
  document.servers.unshift(PLACE)
  if (portalUrl !== undefined && portalUrl !== publicUrl)
    for (const { post } of Object.values<{ post?: { 'x-operation'?: string; servers?: object[] } }>(
      document.paths,
    ))
      if (post && PORTAL_OPERATIONS.includes(post['x-operation'] ?? ''))
        post.servers = [{ url: portalUrl, description: 'The portal' }]
  const bytes = Buffer.from(JSON.stringify(document))
  const place = JSON.stringify(PLACE)
  const start = bytes.indexOf(place)
  const [head, tail] = [bytes.subarray(0, start), bytes.subarray(start + place.length)]
  const tag = tagOf(bytes)
  const documentOf = (url: string, description: string): KeptFile => {
    const own = JSON.stringify({ url, description })
    return { parts: [head, Buffer.from(own), tail], tag: `${tag}-${tagOf(own).slice(0, 8)}` }
  }
  const compressed = new Map<string, KeptFile>()
  return {
    ofServer: (url: string): KeptFile => {
      const known = compressed.get(url)
      if (known) return known
      const made = documentOf(url, 'This server')
      if (compressed.size >= MAX_COMPRESSED) return made
      const kept = withZip(made)
      compressed.set(url, kept)
      return kept
    },
    // Every workspace has its own document, so these are not compressed.
    ofWorkspace: (url: string): KeptFile => documentOf(url, 'This workspace'),
  }
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
