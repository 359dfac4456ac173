import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Option } from 'commander'
import type { ControlRequest, Route } from '../client/connection.ts'
import { shippedFolders } from '../start/shipped-folders.ts'
import {
  type CommandSpec,
  type Described,
  type DescribedFlags,
  isOption,
  type Reader,
} from './command.ts'
import {
  readBetween,
  readChoice,
  readChoices,
  readDuration,
  readInstant,
  readNumberOrText,
  readObject,
  readOneOf,
} from './readers.ts'
import { formatValue } from './terminal.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
}

interface RouteDocument {
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
}

const DOCUMENT = JSON.parse(readFileSync(join(shippedFolders().openapi, 'control.json'), 'utf8'))

const routeOf = (route: Route): RouteDocument => {
  const [method = '', path = ''] = route.split(' ')
  const found = DOCUMENT.paths[`/_sandbox${path}`.replace(/\/$/, '')]?.[method.toLowerCase()]
  if (!found) throw new Error(`the control plane has no route ${route}`)
  return found
}

const resolved = (schema: Schema | undefined): Schema => {
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : DOCUMENT.components.schemas[name]) ?? {}
}

/** A parameter of a route, or a part of its body by a path such as `match.operation`; the empty path is the body. */
const memberOf = ({ parameters = [], requestBody }: RouteDocument, path: string) => {
  const parameter = parameters.find(({ name }) => name === path)
  if (parameter) return { place: parameter.in, ...parameter, ...resolved(parameter.schema) }
  const body = resolved(requestBody?.content['application/json']?.schema)
  const keys = path === '' ? [] : path.split('.')
  const found = keys.reduce(
    (schema, key) => resolved(new Map(Object.entries(schema.properties ?? {})).get(key)),
    body,
  )
  if (Object.keys(found).length === 0) throw new Error(`the body has no member ${path}`)
  return { place: 'body' as const, ...found }
}

/** The help does not show lists with more values than this. */
const MAX_CHOICES = 12

const readerOf = (path: string, schema: Schema): Reader | undefined => {
  const { type, enum: known, items, minimum = 0, maximum } = schema
  if (known) return known.length > MAX_CHOICES ? readOneOf(known) : readChoice(known)
  if (type === 'array') return readChoices(resolved(items).enum ?? [])
  if (type === 'boolean' || type === 'string') return undefined
  if (type !== 'integer') return schema.anyOf || Array.isArray(type) ? readNumberOrText : readObject
  if (/(?:^ms|Ms)$/.test(path)) return readDuration
  return path.endsWith('now') ? readInstant : readBetween(Math.max(0, minimum), maximum)
}

const helpOf = (description = ''): string =>
  description
    .replaceAll('`', '')
    .replace(/,(?: epoch)? ms\b/, '')
    .replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())

/** Arguments and options by their flags: the parameter or part of the body that each one gives, and what the document does not say. */
export type Taken = Readonly<
  Record<string, string | readonly [path: string, help?: string | undefined, read?: Reader]>
>

/** A route as a command takes it: its arguments and options, and the request that they make. */
export const routeInput = (route: Route, taken: Taken = {}) => {
  const document = routeOf(route)
  const members = Object.entries(taken).map(([flags, one]) => {
    const [path, help, read] = typeof one === 'string' ? [one] : one
    const { description, place, ...schema } = memberOf(document, path)
    const described: Described = [help ?? helpOf(description), read ?? readerOf(path, schema)]
    return { flags, path, place, described }
  })
  const requestOf = (args: readonly unknown[], options: object, fixed = {}): ControlRequest => {
    const words = args.values()
    const texts = new Map(Object.entries(options))
    const given = members
      .map(({ flags, path, place }) => {
        const value = isOption(flags)
          ? texts.get(new Option(flags).attributeName())
          : words.next().value
        return { path, place, value }
      })
      // An argument that may be repeated is an empty list without one.
      .filter(({ value }) => value !== undefined && String(value) !== '')
    const valuesIn = (wanted: string) =>
      Object.fromEntries(
        given.filter(({ place }) => place === wanted).map(({ path, value }) => [path, value]),
      )
    const json = given
      .filter(({ place }) => place === 'body')
      .reduce((whole, { path, value }) => withPart(whole, path.split('.'), value), fixed)
    const body = document.requestBody && { json }
    return { params: valuesIn('path'), query: valuesIn('query'), ...body }
  }
  const takes: DescribedFlags = Object.fromEntries(
    members.map(({ flags, described }) => [flags, described]),
  )
  return { takes, requestOf }
}

type JsonObject = Readonly<Record<string, unknown>>

const withPart = (
  whole: object,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): object => {
  // The empty path is the whole body.
  if (key === '') return Object(value)
  const part = (whole as JsonObject)[key]
  return { ...whole, [key]: rest.length === 0 ? value : withPart(Object(part), rest, value) }
}

interface ControlCommand extends Pick<CommandSpec, 'examples'> {
  readonly help?: string
  readonly takes?: Taken
  /** What the body has besides the parts that are taken. */
  readonly sends?: object
  /** Member of the answer that is a list to show; without it an answer with no other member is one. */
  readonly list?: string
  readonly columns?: readonly string[]
}

/** What a command says when its route answers HTTP 204: what it has done, and to what. */
export const describeDone = (
  route: Route,
  { named, summary }: { named?: unknown; summary: string },
): Readonly<Record<string, unknown>> => {
  if (route.startsWith('DELETE ')) return { deleted: named ?? 'all' }
  return { done: named ?? summary }
}

/** A command that calls a route: described by the document of the control plane, shown by its answer alone. */
export const controlCommand = (
  route: Route,
  { takes = {}, sends, list, columns, help, examples }: ControlCommand = {},
): CommandSpec => {
  const { requestOf, ...input } = routeInput(route, takes)
  const { summary } = routeOf(route)
  return {
    route,
    help: help ?? `${summary}.`,
    ...(examples && { examples }),
    ...input,
    async run({ connection, terminal }, args, options) {
      const request = requestOf(args, options, sends)
      const answer = await connection.call<object | undefined>(route, request)
      const value = answer ? listIn(answer) : describeDone(route, { named: args[0], summary })
      const shown = list === undefined ? value : Object(value)[list]
      terminal.answer(value, () => formatValue(shown, columns))
    },
  }
}

const listIn = (answer: object): unknown => {
  const [only, ...others] = Object.values(answer)
  return Array.isArray(only) && others.length === 0 ? only : answer
}
