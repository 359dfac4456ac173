import type { Argument, Command } from 'commander'
import type { RouteOptions } from 'fastify'
import { needOfRoute } from '#src/http/control-access.ts'
import { CONTROL_BASE } from '#src/http/request.ts'
import { code, table } from './markdown.ts'

/** Options of every command that calls a server, which are explained once. */
const SHARED: ReadonlySet<string> = new Set(['--url', '--key', '--workspace', '--json'])

/** The table of the commands; a command with a flag for every setting has one word for all of them. */
export const printCommands = (
  program: Command,
  settings: readonly { readonly flag: string }[],
): string =>
  table(
    ['Command', 'What it does', 'Options'],
    leavesOf(program, '').map(({ path, command }) => [
      code([path, ...command.registeredArguments.map(usageOf)].join(' ')),
      command.description(),
      optionsOf(command, settings),
    ]),
  )

const optionsOf = (
  { options }: Command,
  settings: readonly { readonly flag: string }[],
): string => {
  const names = new Set(options.map(({ long }) => long))
  const flags = new Set(settings.map(({ flag }) => `--${flag}`))
  const hasSettings = [...flags].every((flag) => names.has(flag))
  const own = options
    .filter(
      ({ long = '', hidden = false }) =>
        !hidden && !SHARED.has(long) && !(hasSettings && flags.has(long)),
    )
    .map(({ long = '' }) => code(long))
  return [...(hasSettings ? ['every [setting](configuration.md)'] : []), ...own].join(', ')
}

/** The commands that do something, with the words that call them. */
const leavesOf = (parent: Command, path: string): { path: string; command: Command }[] =>
  parent.commands.flatMap((command) => {
    const words = `${path}${command.name()}`
    return command.commands.length === 0
      ? [{ path: words, command }]
      : leavesOf(command, `${words} `)
  })

const usageOf = (argument: Argument): string => {
  const words = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${words}>` : `[${words}]`
}

/** The table of the routes of the control plane that act on one workspace, or on the whole server. */
export const printControlPlane = (routes: readonly RouteOptions[], isServerWide: boolean): string =>
  table(
    ['Route', 'What it does', 'Takes', 'Key'],
    routes
      .filter(({ url }) => url.startsWith(`${CONTROL_BASE}/`))
      .filter(({ config }) => Boolean(config?.isServerWide) === isServerWide)
      .map(({ method, url, schema, config = {} }) => [
        code(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
        (schema as Schemas).summary,
        inputOf(schema as Schemas),
        config.isKeyless ? 'none' : needOfRoute(String(method), config),
      ]),
  )

/** The parts of a route's schema that say what it takes. */
interface Schemas {
  readonly summary: string
  readonly querystring: ObjectSchema
  readonly body?: ObjectSchema & { readonly content?: object }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

const inputOf = ({ querystring, body }: Schemas): string => {
  const query = keysOf(querystring).filter((key) => key !== code('workspace?'))
  return [...partOf('query', query), ...bodyOf(body)].join('; ')
}

const bodyOf = (body: Schemas['body']): string[] => {
  if (!body) return []
  if (body.content) return [`body: ${Object.keys(body.content).map(code).join(', ')}`]
  const keys = keysOf(body)
  return keys.length > 0 ? partOf('body', keys) : ['body: JSON']
}

const partOf = (place: string, keys: readonly string[]): string[] =>
  keys.length > 0 ? [`${place}: ${keys.join(', ')}`] : []

/** The keys of a schema as code; a key that may be absent has a question mark. */
const keysOf = ({ properties = {}, required = [] }: ObjectSchema): string[] =>
  Object.entries(properties).map(([name, value]) =>
    code(required.includes(name) && value.default === undefined ? name : `${name}?`),
  )
