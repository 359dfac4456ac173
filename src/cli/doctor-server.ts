import { Connection } from '../client/connection.ts'
import { ControlError, UnreachableError } from '../client/errors.ts'
import type { ClockState, ServerInfo } from '../client/generated/control.ts'
import { formatBytes } from '../kernel/text.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { packageVersion } from '../start/shipped-folders.ts'
import { type Check, check, note } from './doctor-machine.ts'
import { formatDuration } from './readers.ts'

/** The server that is checked. */
export interface CheckedServer {
  readonly url: string
  readonly adminKey: string | undefined
  readonly workspace: string | undefined
  /** Whether its URL was given, so that it has to answer. */
  readonly isChosen: boolean
}

const PROBE_MS = 5_000

/** Less free space than this is not enough for long. */
const MIN_FREE_BYTES = 64 * 1_048_576

/** Clocks of two machines that are in step differ by less. */
const MAX_DIFFERENCE_MS = 2_000

/** Checks that a server answers, is ready and has this version, and shows what it says about itself. */
export const checkServer = async (server: CheckedServer): Promise<Check[]> => {
  const { url, isChosen } = server
  const connection = new Connection(server)
  try {
    const status = await readReadiness(connection)
    if (status === undefined) return [check('server', false, `${url} is not a dam-sandbox`)]
    const isReady = status === 'ready'
    const ready = check('ready', isReady, isReady ? 'takes calls' : 'is stopping')
    return [...(await checkControl(connection)), ready]
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    const says = `no server: ${error.message}; start one with dam-sandbox start, or set SANDBOX_URL`
    return [isChosen ? check('server', false, says) : note('server', says)]
  }
}

/** What the server says of its readiness; undefined for another program. */
const readReadiness = async (connection: Connection): Promise<string | undefined> => {
  const url = new URL(`${connection.serverUrl}/readyz`)
  const response = await connection.send(url, { signal: AbortSignal.timeout(PROBE_MS) })
  const found = /^\{"status":"(ready|closing)"\}$/.exec(await connection.textOf(response))
  return found?.[1]
}

const checkControl = async (connection: Connection): Promise<Check[]> => {
  const { url, adminKey } = connection
  try {
    const beforeMs = machineMs()
    const info = await connection.readServer()
    const differenceMs = info.nowMs - (beforeMs + machineMs()) / 2
    return [
      checkVersion(url, info),
      check('control plane', true, adminKey === undefined ? 'open without a key' : 'takes the key'),
      checkMachineClock(differenceMs),
      ...(await checkClock(connection)),
      checkStorage(info),
      await checkMemory(connection, info),
      note('limits', describeLimits(info)),
    ]
  } catch (error) {
    if (error instanceof ControlError)
      return [check('control plane', false, describeRefusal(error, connection))]
    throw error
  }
}

const machineMs = (): number => performance.timeOrigin + performance.now()

const describeRefusal = (
  { status, message }: ControlError,
  { url, adminKey }: Connection,
): string => {
  if (status === 404) return `${url} has another version than the command line: ${message}`
  if (status !== 401) return `${url}: ${message}`
  return adminKey === undefined
    ? `${url} requires an admin key; give it with --key or SANDBOX_ADMIN_KEY`
    : `${url} refuses the admin key of --key or SANDBOX_ADMIN_KEY`
}

const checkVersion = (url: string, { version, profile, publicUrl }: ServerInfo): Check => {
  const own = packageVersion()
  const isSame = version === own
  const rest = isSame ? '' : `; the command line has version ${own}`
  const known = publicUrl === null ? '' : `, known as ${publicUrl}`
  const says = `${url} answers, version ${version}, profile ${profile}${known}${rest}`
  return check('server', isSame, says)
}

const checkMachineClock = (differenceMs: number): Check => {
  const awayMs = Math.round(Math.abs(differenceMs) / 1_000) * 1_000
  if (Math.abs(differenceMs) < MAX_DIFFERENCE_MS)
    return check('clock', true, 'the machine of the server agrees with this one')
  const where = `${formatDuration(awayMs)} ${differenceMs > 0 ? 'ahead of' : 'behind'}`
  return note('clock', `the machine of the server is ${where} this one`)
}

/** A clock that is not that of the machine is intended, and surprises others. */
const checkClock = async (connection: Connection): Promise<Check[]> => {
  const { mode, now } = await connection.json<ClockState>('GET', '/clock')
  if (mode === 'real') return []
  const name = connection.workspace ?? 'default'
  const says = mode === 'frozen' ? 'is frozen at' : 'has an offset and shows'
  return [note('workspace clock', `that of "${name}" ${says} ${formatInstant(now)}`)]
}

const checkStorage = ({ storage: { folder, freeBytes } }: ServerInfo): Check => {
  const place =
    folder === null
      ? 'in memory, lost when the server stops; files in a temporary folder'
      : `in the folder ${folder} of the server`
  const isLow = freeBytes !== null && freeBytes < MIN_FREE_BYTES
  const free = freeBytes === null ? 'free space unknown' : `${formatBytes(freeBytes)} free`
  return check('data', !isLow, `${place}; ${free}`)
}

const checkMemory = async (connection: Connection, { workspaces }: ServerInfo): Promise<Check> => {
  const { bytes, maxBytes, process } = await connection.json<{
    bytes: number
    maxBytes: number
    process: { residentBytes: number }
  }>('GET', '/memory')
  const open = `${workspaces.open} of at most ${workspaces.maxOpen} databases open`
  const kept = `${formatBytes(bytes)} of at most ${formatBytes(maxBytes)} kept for callers`
  return check('memory', true, `${formatBytes(process.residentBytes)} resident, ${kept}; ${open}`)
}

const describeLimits = ({ quota }: ServerInfo): string => {
  const { databaseBytes: data, fileBytes: files, snapshotBytes: snapshots } = quota
  const bounds = Object.entries({ data, files, snapshots }).flatMap(([name, bytes]) =>
    bytes === undefined ? [] : [`${name} ${formatBytes(bytes)}`],
  )
  return bounds.length === 0
    ? 'no quota for a workspace'
    : `quota of a workspace: ${bounds.join(', ')}`
}
