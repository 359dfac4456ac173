import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { SETTINGS } from '../config/settings.ts'
import {
  type DocumentForm,
  replaceWords,
  withServerFirst,
  withServerOf,
} from '../kernel/document-text.ts'
import { sha256Hex } from '../kernel/signature.ts'
import { sendContent } from './send-content.ts'

const MEDIA_TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml' } as const

/** The base of the URLs in the shipped document. */
const DEFAULT_BASE = `http://127.0.0.1:${SETTINGS.port.default}`

/** The operations of the portal, which can have a base URL of its own. */
const PORTAL_OPERATIONS = ['E6', 'E11']

/** The OpenAPI document of all that a client calls, which the build has written; public, for it has no secrets. */
export const openapiRoutes: FastifyPluginAsync = async (app) => {
  for (const form of ['json', 'yaml'] as const) {
    let served: Promise<{ text: string; modifiedAtMs: number }> | undefined
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
        served ??= readDocument(app, form).catch((error: unknown) => {
          served = undefined
          throw error
        })
        const { text, modifiedAtMs } = await served
        const bytes = Buffer.from(withServerFirst(text, form, ownServer(request)))
        return sendContent(request, reply, {
          tag: sha256Hex(bytes).slice(0, 32),
          modifiedAtMs,
          mediaType: MEDIA_TYPES[form],
          sizeBytes: bytes.length,
          read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
        })
      },
    })
  }
}

/** The document of this server: with its paths and codes, which settings can change. */
const readDocument = async (app: FastifyInstance, form: DocumentForm) => {
  const { sandbox, settings } = app
  const path = join(sandbox.options.folders.openapi, `openapi.${form}`)
  const [shipped, { mtimeMs: modifiedAtMs }] = await Promise.all([
    readFile(path, 'utf8'),
    stat(path),
  ])
  const { tokenPath, refreshPath, filesPath, publicUrl, portalUrl, codes } = settings
  const words = new Map([
    ...codes,
    [SETTINGS.tokenPath.default, tokenPath],
    [SETTINGS.refreshPath.default, refreshPath],
    [SETTINGS.filesPath.default, filesPath],
    [DEFAULT_BASE, publicUrl ?? DEFAULT_BASE],
  ])
  const moved = replaceWords(shipped, words)
  const text = PORTAL_OPERATIONS.reduce(
    (changed, operationId) =>
      portalUrl === undefined || portalUrl === publicUrl
        ? changed
        : withServerOf(changed, form, operationId, { url: portalUrl, description: 'The portal' }),
    moved,
  )
  return { text, modifiedAtMs }
}

/** The server that the document was read from, or its workspace where the path names one. */
const ownServer = ({ server, state }: FastifyRequest) => {
  const prefix = state.addressed === undefined ? '' : `/w/${state.addressed}`
  const url = `${server.settings.publicUrl ?? ''}${prefix}` || '/'
  return { url, description: prefix === '' ? 'This server' : 'This workspace' }
}
