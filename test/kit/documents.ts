import { send } from './http.ts'
import { injectServer, type ServerOptions } from './server.ts'

export type Json = Record<string, unknown>

export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> } & Json
}

/** An operation of a document. */
export interface Operation extends Json {
  operationId: string
  /** Number of an operation of the interface document. */
  'x-operation'?: string
  parameters?: { name: string; in: string; schema: Json; examples?: Record<string, Json> }[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}

export interface MediaType extends Json {
  schema?: Json
  examples?: Record<string, { summary: string; value: unknown } & Json>
}

/** The places of the served documents. */
export const PLACES = {
  'openapi.json': '/openapi.json',
  'control.json': '/_sandbox/openapi.json',
} as const

/** The text of every document that a server answers, by its name. */
export const servedDocuments = async (
  options: ServerOptions = {},
): Promise<Record<keyof typeof PLACES, string>> => {
  const { url } = await injectServer(options)
  const texts = await Promise.all(
    Object.entries(PLACES).map(async ([name, path]) => [name, (await send(url + path, {})).text]),
  )
  return Object.fromEntries(texts) as Record<keyof typeof PLACES, string>
}

/** Every operation of a document. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

/** Every schema of a document with its place, those of properties and elements included. */
export function* schemasOf(document: Document): Generator<[place: string, schema: Json]> {
  for (const [name, schema] of Object.entries(document.components.schemas))
    yield* schemasIn(schema, name)
  for (const { operationId, parameters = [], requestBody, responses } of operationsOf(document)) {
    for (const { name, schema } of parameters) yield* schemasIn(schema, `${operationId} ${name}`)
    const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {})
    for (const { schema } of contents.flatMap((content) => Object.values(content)))
      if (schema) yield* schemasIn(schema, operationId)
  }
}

function* schemasIn(schema: unknown, place: string): Generator<[place: string, schema: Json]> {
  if (typeof schema !== 'object' || schema === null) return
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema as Json
  yield [place, schema as Json]
  for (const [name, property] of Object.entries(properties as Json))
    yield* schemasIn(property, `${place}.${name}`)
  for (const part of [items, additionalProperties, ...(anyOf as unknown[])])
    yield* schemasIn(part, `${place}[]`)
}
