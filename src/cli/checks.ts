import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { Connection } from '../client/connection.ts'
import { ControlError, UnreachableError } from '../client/errors.ts'
import { messageOf } from '../kernel/error-message.ts'
import { packageEngines, packageVersion } from '../start/shipped-folders.ts'
import { loadNative } from './built.ts'
import { DEFAULT_URL, serverUrlOf } from './client-command.ts'

/** The outcome of one check. */
export interface Check {
  what: string
  isWell: boolean
  says: string
  /** Whether it is neither right nor wrong, only worth knowing. */
  isNote?: boolean
}

const check = (what: string, isWell: boolean, says: string): Check => ({ what, isWell, says })

const note = (what: string, says: string): Check => ({ ...check(what, true, says), isNote: true })

const reasonOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

/** Checks the version of Node against the `engines` of the package. */
export const checkNode = (): Check => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isWell = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  return check('node', isWell, `${process.versions.node}; required is ${packageEngines()}`)
}

/** Checks that the packages with native parts load. */
export const checkModules = (): Check[] =>
  ['better-sqlite3', 'sharp'].map((name) => {
    try {
      const loaded = loadNative(name)
      // better-sqlite3 loads its native part when a database is opened.
      if (name === 'better-sqlite3') new (loaded as new (path: string) => object)(':memory:')
      return check(name, true, 'loads')
    } catch (error) {
      return check(
        name,
        false,
        `${reasonOf(error).replace(/[.:]? Tried:$/, '')}; try npm rebuild ${name}`,
      )
    }
  })

/** Checks that a data folder can be written, or created. */
export const checkFolder = async (folder: string | undefined): Promise<Check> => {
  if (folder === undefined)
    return check('data folder', true, 'none; a server started here keeps everything in memory')
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
      return check('data folder', true, `${folder} is writable`)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isMissing || path === dirname(path)) return check('data folder', false, reasonOf(error))
    }
  }
}

/** Checks that a port is free. When a server answers, only a port that was given is checked. */
export const checkPort = async (
  host = '127.0.0.1',
  wanted: string | undefined,
  server: ServerCheck,
): Promise<Check> => {
  const port = Number(wanted ?? 4022)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return check('port', false, `must be a whole number from 0 to 65535; got "${wanted}"`)
  const isOfServer = server.port === port || (server.port !== undefined && wanted === undefined)
  if (isOfServer) return check('port', true, `${server.port} is in use by the server`)
  const error = await problemOfListening(host, port)
  if (error === undefined) return check('port', true, `${port} on ${host} is free`)
  if (await isSandboxAt(host, port))
    return note('port', `${port} on ${host} is in use by a dam-sandbox`)
  return check('port', false, `${port} on ${host} is not available: ${error}`)
}

/** Wildcard addresses, each with an address that can be called. */
const CALLABLE: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

const PROBE_MS = 2_000

/** Whether a dam-sandbox answers there. */
const isSandboxAt = async (host: string, port: number): Promise<boolean> => {
  const name = CALLABLE.get(host) ?? host
  const address = name.includes(':') ? `[${name}]` : name
  try {
    const url = `http://${address}:${port}/livez`
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) })
    const answer: unknown = await response.json()
    return (answer as { status?: unknown } | null)?.status === 'alive'
  } catch {
    return false
  }
}

const problemOfListening = (host: string, port: number): Promise<string | undefined> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(reasonOf(error)))
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })

/** The outcome of the check of a server, and the port that it answered on. */
interface ServerCheck extends Check {
  port?: number
}

/** Checks that a running server answers and has this version; no server is no problem. */
export const checkServer = async (
  url: string | undefined,
  adminKey?: string,
): Promise<ServerCheck> => {
  const address = serverUrlOf(url ?? DEFAULT_URL)
  try {
    const connection = new Connection({ url: address, adminKey })
    const { info } = await connection.json<{ info: { version: string } }>('GET', '/openapi.json')
    const own = packageVersion()
    const isSame = info.version === own
    const rest = isSame ? '' : `; the command line has version ${own}`
    const says = `${address} answers, version ${info.version}${rest}`
    return { ...check('server', isSame, says), port: portOf(address) }
  } catch (error) {
    if (error instanceof ControlError && error.status === 401)
      return {
        ...check('server', false, describeKeyProblem(address, adminKey)),
        port: portOf(address),
      }
    if (error instanceof UnreachableError)
      return note('server', `no server at ${address}; start one with dam-sandbox start`)
    return check('server', false, `${address} is not a dam-sandbox: ${reasonOf(error)}`)
  }
}

const describeKeyProblem = (address: string, given: string | undefined): string =>
  given === undefined
    ? `${address} requires an admin key; give it with --key or SANDBOX_ADMIN_KEY`
    : `${address} refuses the admin key of --key or SANDBOX_ADMIN_KEY`

const portOf = (address: string): number => {
  const { port, protocol } = new URL(address)
  return Number(port || (protocol === 'https:' ? 443 : 80))
}
