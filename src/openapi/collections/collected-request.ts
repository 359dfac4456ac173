import { createHash } from 'node:crypto'
import { REQUEST_HEADERS } from '../../contract/headers.ts'
import type { DescribedOperation, OpenApiDocument } from '../describe-routes.ts'
import { bodyTemplate, type RequestExample } from './body-template.ts'
import { newVariables, referTo, referToFixture, templateOf, type Variables } from './variables.ts'

/** The requests of a document for tools that send them. */
export interface Collection {
  readonly title: string
  readonly description: string
  readonly variables: Variables
  readonly requests: readonly CollectedRequest[]
}

/** A request with references to variables, such as `{{baseUrl}}`. */
export interface CollectedRequest {
  readonly id: string
  readonly name: string
  readonly folder: string
  readonly description: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  readonly answers: readonly CollectedAnswer[]
}

/** An example of an answer. */
export interface CollectedAnswer {
  readonly name: string
  readonly status: number
  readonly body: unknown
}

/** Differs for each request; tools put a UUID in its place. */
export const NONCE = '{{$guid}}'

/** The bytes that uploads send. */
const UPLOADED = 'The content of a small file.'

/** A document as it is read here: what it may leave out is optional. */
interface ReadOperation extends DescribedOperation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

interface Parameter {
  readonly in: 'header' | 'path' | 'query'
  readonly name: string
  readonly required?: boolean
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, ParameterExample>>
}

interface ParameterExample {
  readonly value: unknown
  /** The path in `GET /_sandbox/fixtures` of the value. */
  readonly 'x-fixture'?: string
}

/** The request of every operation of a document, in its order; a path with a signature comes from an answer and is left out. */
export const collectRequests = (document: OpenApiDocument): Collection => {
  const { title, description } = document.info as { title: string; description: string }
  const variables = newVariables()
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !parametersOf(operation).some(({ name }) => name === 'signature'))
      .map(([method, operation]) => requestOf({ path, method, operation, document }, variables)),
  )
  return { title, description, variables, requests: inOrderOfTags(requests, document) }
}

const inOrderOfTags = (
  requests: readonly CollectedRequest[],
  { tags = [] }: OpenApiDocument,
): CollectedRequest[] => {
  const folders = [...(tags as { name: string }[]).map(({ name }) => name), '']
  return folders.flatMap((name) => requests.filter(({ folder }) => folder === name))
}

interface Place {
  readonly path: string
  readonly method: string
  readonly operation: ReadOperation
  readonly document: OpenApiDocument
}

const requestOf = (place: Place, variables: Variables): CollectedRequest => {
  const { operation, method } = place
  const { operationId: id, summary = '', description = '', tags = [] } = operation
  const body = bodyOf(operation, variables)
  const headers = headersOf(place, variables)
  return {
    id,
    name: `${id} ${summary}`,
    folder: tags[0] ?? '',
    description,
    method: method.toUpperCase(),
    url: urlOf(place, variables),
    headers: body ? [...headers, ['Content-Type', body.type]] : headers,
    ...(body && { body: body.text }),
    answers: answersOf(operation),
  }
}

const parametersOf = ({ parameters = [] }: DescribedOperation) => parameters as Parameter[]

const urlOf = ({ path, operation, document }: Place, variables: Variables): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { value, 'x-fixture': fixture } = exampleOf(name, operation, document)
    return fixture === undefined
      ? referTo(name, String(value), variables)
      : referToFixture(fixture, String(value), variables)
  })
  const query = parametersOf(operation)
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example = name }) => `${name}=${encodeURIComponent(String(example))}`)
  return `{{baseUrl}}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** The first example of a parameter, of any operation where the own one has none. */
const exampleOf = (
  name: string,
  operation: ReadOperation,
  { paths }: OpenApiDocument,
): ParameterExample => {
  const others = Object.values(paths).flatMap((methods) => Object.values(methods))
  const examples = [operation, ...others]
    .flatMap(parametersOf)
    .filter((parameter) => parameter.name === name)
    .flatMap((parameter) => Object.values(parameter.examples ?? {}))
  // Tools do not accept variables without a value.
  return examples[0] ?? { value: 1 }
}

const headersOf = (
  { operation, document }: Place,
  variables: Variables,
): CollectedRequest['headers'] => {
  const schemes = document.components.securitySchemes as Record<string, { name: string }>
  const secured = Object.keys(operation.security?.[0] ?? {}).flatMap((name) =>
    Object.hasOwn(schemes, name) && schemes[name] ? [schemes[name].name] : [],
  )
  const others = parametersOf(operation).filter((parameter) => parameter.in === 'header')
  return [...secured, ...others.map(({ name }) => name)].map((name) => [
    name,
    headerValue(name, variables),
  ])
}

const EXAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries(REQUEST_HEADERS).map(([name, { example }]) => [name, example]),
)

const headerValue = (name: string, variables: Variables): string => {
  if (name === 'S-Nonce') return NONCE
  if (name === 'Content-MD5') return createHash('md5').update(UPLOADED).digest('base64')
  // Tools know the time in seconds.
  if (name === 'S-Timestamp') return '{{$timestamp}}000'
  return templateOf(EXAMPLES.get(name) ?? '', variables)
}

const bodyOf = ({ requestBody }: DescribedOperation, variables: Variables) => {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return undefined
  if (type !== 'application/json')
    return { type: type === '*/*' ? 'text/plain' : type, text: UPLOADED }
  const { examples = {} } = content as { examples?: Readonly<Record<string, RequestExample>> }
  const [example = { value: {} }] = Object.values(examples)
  return { type, text: bodyTemplate(example, variables) }
}

const answersOf = ({ responses }: DescribedOperation): CollectedAnswer[] =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const json = (content as Readonly<Record<string, object>> | undefined)?.['application/json']
    const { examples = {} } = (json ?? {}) as { examples?: Readonly<Record<string, Example>> }
    return Object.entries(examples).map(([name, { summary = name, value }]) => ({
      name: summary,
      status: Number(status),
      body: value,
    }))
  })

interface Example {
  readonly summary?: string
  readonly value: unknown
}
