import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '../kernel/text.ts'
import { packageEngines } from '../start/shipped-folders.ts'
import { loadNative } from './built.ts'

/** The outcome of one check. */
export interface Check {
  what: string
  isWell: boolean
  says: string
  /** Whether it is neither right nor wrong, only worth knowing. */
  isNote?: boolean
}

/** A check and its outcome. */
export const check = (what: string, isWell: boolean, says: string): Check => ({
  what,
  isWell,
  says,
})

/** Something worth knowing that is neither right nor wrong. */
export const note = (what: string, says: string): Check => ({
  ...check(what, true, says),
  isNote: true,
})

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
      const reason = reasonOf(error).replace(/[.:]? Tried:$/, '')
      return check(name, false, `${reason}; try npm rebuild ${name}`)
    }
  })

/** Checks that a data folder can be written, or created, and that no server uses it. */
export const checkFolder = async (folder: string | undefined): Promise<Check> => {
  if (folder === undefined)
    return check('data folder', true, 'none; a server started here keeps everything in memory')
  if (isInUse(folder))
    return check('data folder', false, `${folder} is in use by a server; a second one cannot start`)
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

/** What is used here of better-sqlite3. */
type Sqlite = new (
  file: string,
  options: { readonly: boolean; timeout: number },
) => { prepare(sql: string): { get(): unknown }; close(): void }

/** A server keeps the file of the registry locked, also for readers. */
const isInUse = (folder: string): boolean => {
  const file = join(folder, 'registry.sqlite')
  if (!existsSync(file)) return false
  try {
    const Database = loadNative('better-sqlite3') as Sqlite
    const database = new Database(file, { readonly: true, timeout: 0 })
    try {
      database.prepare('SELECT count(*) FROM sqlite_master').get()
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    // Anything else is for the start to judge.
    return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
  }
}

/** Checks that a server could listen on a port; one that a dam-sandbox has is no problem. */
export const checkPort = async (host = '127.0.0.1', wanted: string | undefined): Promise<Check> => {
  const port = Number(wanted ?? 4022)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return check('port', false, `must be a whole number from 0 to 65535; got "${wanted}"`)
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
