import { readFile } from 'node:fs/promises'
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '../../kernel/json.ts'
import { placeOf } from './validator.ts'

/** An answer as a document lists it: by its route, or by the id of its operation where a setting has moved the route. */
export interface AnswerPlace {
  readonly operationId: string | undefined
  readonly method: string
  readonly path: string
  readonly status: number
  readonly mediaType: string
  readonly refusal?: string | undefined
}

const loaded = new Map<string, Promise<PublishedDocument>>()

/** Reads an OpenAPI document; the same file is read once. */
export const loadPublished = (file: string): Promise<PublishedDocument> => {
  const known = loaded.get(file) ?? readPublished(file)
  loaded.set(file, known)
  return known
}

const readPublished = async (file: string): Promise<PublishedDocument> => {
  const [text, { Ajv2020 }] = await Promise.all([
    readFile(file, 'utf8'),
    import('ajv/dist/2020.js'),
  ])
  const options = { strict: false, meta: false, validateSchema: false, validateFormats: false }
  return new PublishedDocument(text, new Ajv2020(options))
}

type Node = Readonly<Record<string, unknown>>

type Keys = readonly string[]

const NAME = 'published'

/** An OpenAPI document that validates responses by its text alone; the schemas in the code are not used. */
export class PublishedDocument {
  readonly #root: Node
  readonly #compiler: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #operations = new Map<string, Keys>()

  constructor(text: string, compiler: Ajv2020) {
    this.#root = JSON.parse(text)
    this.#compiler = compiler.addSchema(this.#root, NAME)
    for (const [path, methods] of Object.entries(nodeIn(this.#root, 'paths')))
      for (const [method, operation] of Object.entries(Object(methods))) {
        const keys = ['paths', path, method]
        this.#operations.set(placeKey(method, path), keys)
        const { operationId } = Object(operation)
        if (typeof operationId === 'string') this.#operations.set(operationId, keys)
      }
  }

  /** What is wrong about an answer, with its place in the body; undefined when the document allows it. */
  problemWith(place: AnswerPlace, body: unknown): string | undefined {
    const key = `${place.method} ${place.path} ${place.status} ${place.mediaType} ${place.refusal}`
    let validate = this.#validators.get(key)
    if (!validate) {
      const keys = this.#schemaOf(place)
      if (typeof keys === 'string') return keys
      const pointer = keys.map((part) => encodeURIComponent(escapeKey(part))).join('/')
      validate = this.#compiler.compile({ $ref: `${NAME}#/${pointer}` })
      this.#validators.set(key, validate)
    }
    return validate(body) ? undefined : describeDeepest(validate.errors ?? [])
  }

  /** The keys that lead to the schema of an answer, or what the document lacks. */
  #schemaOf(place: AnswerPlace): Keys | string {
    const { operationId = '', method, path, status, mediaType, refusal } = place
    const operation =
      this.#operations.get(placeKey(method, path)) ?? this.#operations.get(operationId)
    if (!operation) return `${method} ${path} is not in the document`
    const { 'x-refusals': refusals = [] } = this.#nodeAt(operation) as { 'x-refusals'?: Node[] }
    if (refusal !== undefined && !refusals.some(({ code }) => code === refusal))
      return `the document lists no refusal ${refusal}`
    const responses = [...operation, 'responses']
    const listed = [String(status), `${status}`.replace(/..$/, 'XX'), 'default'].find((name) =>
      Object.hasOwn(this.#nodeAt(responses), name),
    )
    if (listed === undefined) return `the document lists no answer with status ${status}`
    const response = [...responses, listed]
    const { $ref } = this.#nodeAt(response)
    const target = typeof $ref === 'string' ? $ref.slice('#/'.length).split('/') : response
    const content = [...target, 'content', mediaType]
    if (!isObject(this.#nodeAt(content).schema))
      return `the document lists no ${mediaType} with status ${status}`
    return [...content, 'schema']
  }

  #nodeAt(keys: Keys): Node {
    return keys.reduce(nodeIn, this.#root)
  }
}

const nodeIn = (node: Node, key: string): Node => {
  const inner = Object.hasOwn(node, key) ? node[key] : undefined
  return isObject(inner) ? inner : {}
}

/** Parameters of paths have no names here: Fastify and OpenAPI write them differently. */
const placeKey = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/:\w+|\*|\{[^}]*\}/g, '{}')}`

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Of the branches of a choice those that fit best fail deepest in the body. */
const describeDeepest = (errors: readonly ErrorObject[]): string => {
  const depthOf = (error: ErrorObject): number => placeOf(error).split('/').length
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf')
  const deepest = own.reduce((depth, error) => Math.max(depth, depthOf(error)), 0)
  const described = own
    .filter((error) => depthOf(error) === deepest)
    .map((error) => `${placeOf(error) || 'the body'} ${error.message}`)
  return [...new Set(described)].join(', or ')
}
