import type { Client } from '../core/client.ts'
import { bare, parseJson } from '../core/request.ts'
import type { Schema } from './schema.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: Schema
}

/** A route of the server, as one of its documents describes it. */
export interface Route {
  readonly key: string
  readonly id: string
  readonly kind: 'operation' | 'token' | 'file' | 'control'
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Who may call it: everyone, a token, or an application of the portal as well. */
  readonly needs: 'nothing' | 'token' | 'portal'
  /** The type of its body, if it takes one. */
  readonly contentType: string | undefined
  readonly body: Schema | undefined
}

export interface Routes {
  readonly all: readonly Route[]
  readonly named: Readonly<Record<string, Schema>>
}

interface Described {
  readonly operationId?: string
  readonly 'x-operation'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { content: Record<string, { schema?: Schema }> }
  readonly security?: readonly object[]
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { schemas: Record<string, Schema> }
}

/** Reads the documents of a running server. */
export const readRoutes = async (client: Client): Promise<Routes> => {
  const documents = await Promise.all(
    ['/openapi.json', '/_sandbox/openapi.json'].map(
      async (path) => parseJson(await client.done(bare('GET', path))) as Document,
    ),
  )
  return {
    all: documents.flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([method]) => method !== 'parameters')
          .map(([method, described]) => routeOf(method.toUpperCase(), path, described)),
      ),
    ),
    named: Object.assign({}, ...documents.map(({ components }) => components.schemas)),
  }
}

const routeOf = (method: string, path: string, described: Described): Route => {
  const {
    'x-operation': operationId = described.operationId ?? '',
    parameters = [],
    requestBody,
    security,
  } = described
  const key = `${method} ${path}`
  const isOperation = /^E\d+$/.test(operationId)
  const [contentType] = Object.keys(requestBody?.content ?? {})
  const needs = { ...security?.[0] }
  return {
    key,
    id: isOperation ? operationId : key,
    kind: isOperation ? 'operation' : kindOf(path),
    method,
    path,
    parameters,
    needs: 'appKey' in needs ? 'portal' : 'accessToken' in needs ? 'token' : 'nothing',
    contentType,
    body: requestBody?.content['application/json']?.schema,
  }
}

const kindOf = (path: string): Route['kind'] => {
  if (path.includes('/oauth/')) return 'token'
  return path.startsWith('/_files') ? 'file' : 'control'
}
