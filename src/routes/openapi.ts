import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { SETTINGS } from '../config/settings.ts'
import {
  type DocumentForm,
  replaceWords,
  withServerFirst,
  withServerOf,
} from '../kernel/document-text.ts'
import { slicesOf } from '../kernel/pieces.ts'
import { KeptFile, madeOnce, streamOfKept } from './kept-file.ts'
import { type Content, sendContent } from './send-content.ts'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml' } as const

/** The base of the URLs in the shipped document. */
const DEFAULT_BASE = `http://127.0.0.1:${SETTINGS.port.default}`

/** The operations of the portal, which can have a base URL of its own. */
const PORTAL_OPERATIONS = ['E6', 'E11']

/** Longer than the name of any operation with its extension. */
const MAX_NAME = 100

/** The OpenAPI document of all that a client calls, which the build has written; public, for it has no secrets. */
export const openapiRoutes: FastifyPluginAsync = async (app) => {
  for (const form of ['json', 'yaml'] as const) {
    const document = madeOnce(() => readDocument(app, form))
    app.route({
      method: ['GET', 'HEAD'],
      url: `/openapi.${form}`,
      exposeHeadRoute: false,
      schema: {
        summary: `OpenAPI document of the interface in ${form.toUpperCase()}`,
        response: {
          200: {
            description: 'The document',
            content: { [MEDIA_TYPES[form]]: { schema: Type.Unknown() } },
          },
        },
      },
      handler: async (request, reply) => {
        const content = await contentOf(await document(), request, reply)
        return sendContent(request, reply, { ...content, mediaType: MEDIA_TYPES[form] })
      },
    })
  }
  const operations = madeOnce(() => readOperations(app))
  app.get<{ Params: { file: string } }>(
    '/openapi/:file',
    {
      exposeHeadRoute: true,
      schema: {
        summary: 'One operation as a small OpenAPI document, such as E22.json',
        params: Type.Object({ file: Type.String({ maxLength: MAX_NAME }) }),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const found = (await operations()).get(request.params.file)
      return found === undefined ? reply.callNotFound() : reply.type(MEDIA_TYPES.json).send(found)
    },
  )
  app.get(
    '/llms.txt',
    {
      exposeHeadRoute: true,
      schema: {
        summary: 'What programs need to know to use the server',
        response: { 200: Type.String() },
      },
    },
    async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(await readFile(join(app.sandbox.options.folders.openapi, 'llms.txt'))),
  )
}

/** The document of this server, and its parts before and behind the server that it was read from. */
interface KeptDocument {
  readonly whole: KeptFile
  readonly parts: readonly [head: Buffer, tail: Buffer]
  readonly modifiedAtMs: number
}

/** The document as a caller takes it. Below the prefix of a workspace only the name of that server is made anew. */
const contentOf = async (
  { whole, parts: [head, tail], modifiedAtMs }: KeptDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<Content, 'mediaType'>> => {
  const { addressed } = request.call
  if (addressed !== undefined) {
    const parts = [head, Buffer.from(ownServer(request)), tail]
    return { ...partsAsContent(parts), tag: `${whole.tag}-${addressed}`, modifiedAtMs }
  }
  const { bytes, tag } = await whole.contentFor(request, reply)
  return { ...partsAsContent([bytes]), tag, modifiedAtMs }
}

const partsAsContent = (parts: readonly Buffer[]): Pick<Content, 'sizeBytes' | 'read'> => {
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0)
  return {
    sizeBytes,
    read: (range = { start: 0, end: sizeBytes - 1 }) => streamOfKept(slicesOf(parts, range)),
  }
}

/** The document with its paths and codes, which settings can change. */
const readDocument = async (app: FastifyInstance, form: DocumentForm): Promise<KeptDocument> => {
  const { sandbox, settings } = app
  const { publicUrl, portalUrl } = settings
  const name = `openapi.${form}`
  const [moved, { mtimeMs: modifiedAtMs }] = await Promise.all([
    readMoved(app, name),
    stat(join(sandbox.options.folders.openapi, name)),
  ])
  const text = PORTAL_OPERATIONS.reduce(
    (changed, operationId) =>
      portalUrl === undefined || portalUrl === publicUrl
        ? changed
        : withServerOf(changed, form, operationId, { url: portalUrl, description: 'The portal' }),
    moved,
  )
  const mark = { url: 'url:own', description: 'own' }
  const [head = '', tail = ''] = withServerFirst(text, form, mark).split(JSON.stringify(mark))
  const bytes = Buffer.from(head + serverText(settings.publicUrl || '/', 'This server') + tail)
  return {
    whole: new KeptFile(bytes),
    parts: [Buffer.from(head), Buffer.from(tail)],
    modifiedAtMs,
  }
}

/** Each operation as a document of its own, by the names of their files. */
const readOperations = async (app: FastifyInstance): Promise<Map<string, string>> => {
  const operations = JSON.parse(await readMoved(app, 'operations.json')) as object
  return new Map(Object.entries(operations).map(([id, one]) => [`${id}.json`, JSON.stringify(one)]))
}

/** A shipped document with the paths and codes of this server. */
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

/** The workspace that the document was read from, as a server. */
const ownServer = ({ server, call }: FastifyRequest): string =>
  serverText(`${server.settings.publicUrl ?? ''}/w/${call.addressed}`, 'This workspace')

const serverText = (url: string, description: string): string =>
  JSON.stringify({ url, description })
