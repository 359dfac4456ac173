import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import { readFixtures } from '#src/control/fixtures.ts'
import { AdjustableClock } from '#src/kernel/clock.ts'
import { buildStorage } from '#src/routes/storage/storage-app.ts'
import { buildApp } from '#src/start/app.ts'
import { ensureDefaultCredentials } from '#src/start/default-credentials.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import type { WorkerProgram } from '#src/store/media/worker-process.ts'
import { Sandbox } from '#src/workspaces/sandbox.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { type Fixtures, type Reply, reachInMemory, send, sendJson } from './http.ts'
import { lent } from './lent-worker.ts'
import { pathOf, surfaceOf, usualActor } from './operations.ts'

/** How a test's server differs from the usual one: seed minimal, in memory, replies checked. */
export interface ServerOptions {
  /** Variables as a user would set them, such as `SANDBOX_SEED`. */
  env?: Readonly<Record<string, string>>
  variants?: ChosenVariants
  mediaWorker?: WorkerProgram
  /** The folder of the OpenAPI documents instead of the one that ships. */
  openapi?: string
  /** Whether times of the seed are shifted to today; else they are those of its files. */
  isShifted?: boolean
  /** Receives log lines; without it errors go to stderr. */
  log?: string[]
  storage?: boolean
  /** Whether it listens on a port; else calls reach it through memory. */
  listens?: boolean
}

/** How a call differs from the usual one: by the well-known token, as the application's owner. */
export interface CallOptions {
  /** The acting user; null for a call that names nobody. */
  as?: string | null
  token?: string | null
  headers?: Readonly<Record<string, string>>
  /** The whole body instead of `{ token, param }`. */
  body?: unknown
  prefix?: string
}

export interface TestServer {
  readonly url: string
  readonly app: FastifyInstance
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly fixtures: Fixtures
  /** Calls an operation by its number in the document. */
  call(operation: string, param: unknown, options?: CallOptions): Promise<Reply>
  /** Calls an operation and returns the payload of its success; a refusal fails the test. */
  result<T = unknown>(operation: string, param: unknown, options?: CallOptions): Promise<T>
  control<T = unknown>(path: string): Promise<T>
  close(): Promise<void>
}

export const TOKEN = '00000000-0000-4000-8000-000000000001'

/** Writes a line of the log to stderr, except about calls, which tests make with findings on purpose. */
const writeDefect = (line: string): void => {
  if (!line.includes('"findings":[')) process.stderr.write(line)
}

export const startServer = async (options: ServerOptions = {}): Promise<TestServer> => {
  const env = { SANDBOX_SEED: 'minimal', SANDBOX_CHECK_REPLIES: 'on', ...options.env }
  const config = readConfig([], env)
  const variants = { ...config.assume, ...options.variants }
  const shipped = shippedFolders()
  const { mediaWorker = lent(shipped.mediaWorker), openapi = shipped.openapi } = options
  const seedDayMs = options.isShifted ? shipped.seedDayMs : new AdjustableClock().now()
  const databaseWorker = lent(shipped.databaseWorker)
  const folders = { ...shipped, mediaWorker, databaseWorker, openapi, seedDayMs }
  const { log } = options
  const logger = log
    ? pino({ level: 'debug' }, { write: (line: string) => log.push(line) })
    : pino({ level: 'error' }, { write: writeDefect })
  const sandbox = await Sandbox.open({ ...config, assume: variants, folders })
  ensureDefaultCredentials(sandbox, config)
  const app = await buildApp({ sandbox, config, logger })
  const { listens = true } = options
  const storage = options.storage ? await buildStorage({ sandbox, config, logger }) : undefined
  if (storage) sandbox.storageUrl = await storage.listen({ host: '127.0.0.1', port: 0 })
  const url = listens ? await app.listen({ host: '127.0.0.1', port: 0 }) : reachInMemory(app)
  if (listens) sandbox.serverUrl = url
  await app.ready()
  const close = async (): Promise<void> => {
    await storage?.close()
    await app.close()
    await sandbox.close()
  }
  onTestFinished(close)
  const control = async <T>(path: string): Promise<T> => {
    const reply = await send(`${url}/_sandbox${path}`, { method: 'GET' })
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
    return reply.body as T
  }
  const call = (operation: string, param: unknown, given: CallOptions = {}): Promise<Reply> =>
    sendJson(
      `${url}${given.prefix ?? ''}${pathOf(operation)}`,
      'body' in given ? given.body : bodyFor(operation, param),
      { ...headersFor(operation, given), ...given.headers },
    )
  const result = async <T>(operation: string, param: unknown, given?: CallOptions): Promise<T> => {
    const reply = await call(operation, param, given)
    const envelope = reply.body as { code?: string; result?: { result?: T } } | true
    if (envelope === true || envelope.code === undefined) return envelope as T
    if (envelope.code !== '0') throw new Error(`${operation} refused: ${reply.text}`)
    const isNested = typeof envelope.result === 'object' && 'traceId' in (envelope.result ?? {})
    return (isNested ? envelope.result?.result : envelope.result) as T
  }
  const workspace = sandbox.default
  const fixtures = readFixtures(sandbox, workspace) as Fixtures
  return { url, app, sandbox, workspace, fixtures, call, result, control, close }
}

/** The same without a port, reached through memory: for all but clients of their own and how bytes travel. */
export const injectServer = (options: ServerOptions = {}): Promise<TestServer> =>
  startServer({ ...options, listens: false })

const headersFor = (
  operation: string,
  { as = usualActor(operation) ?? null, token = TOKEN }: CallOptions,
) => ({
  ...(token !== null && { 'access-token': token }),
  ...(as !== null && { 'x-open-api-user': as }),
  ...(surfaceOf(operation) === 'portal' ? portalHeaders() : { 'token-type': 'bearer' }),
})

let nonce = 0

const portalHeaders = () => {
  nonce += 1
  return {
    'x-app-key': '00000000-portal',
    's-sign': 'any',
    's-timestamp': String(performance.timeOrigin + performance.now()).split('.')[0] ?? '',
    's-nonce': `00000000-0000-4000-8000-${String(nonce).padStart(12, '0')}`,
  }
}

const bodyFor = (operation: string, param: unknown): unknown =>
  surfaceOf(operation) === 'portal' ? param : { token: TOKEN, param }
