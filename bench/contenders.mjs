// The programs that are measured side by side: ours, the bare servers that are the ceilings, and the peers, each as its documentation advises.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.mjs'
import { processorNs } from './processor-time.mjs'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = join(import.meta.dirname, 'node_modules')
const START_MS = 60_000

/** The operation that every peer answers, and how a peer is asked: json-server has no fixed answers to POST, so it is asked by GET. */
export const PEER_OPERATION = 'E8'

const write = (folder, name, value) => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

const openapiOf = ({ path, body }) => ({
  openapi: '3.0.3',
  info: { title: 'peer', version: '1' },
  paths: {
    [path]: {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: {
            description: 'The answer',
            content: {
              'application/json': { schema: { type: 'object' }, example: JSON.parse(body) },
            },
          },
        },
      },
    },
  },
})

const mockoonOf = ({ path, body }, port) => ({
  uuid: '00000000-0000-4000-8000-00000000000a',
  lastMigration: 33,
  name: 'peer',
  endpointPrefix: '',
  latency: 0,
  port,
  hostname: '127.0.0.1',
  folders: [],
  routes: [
    {
      uuid: '00000000-0000-4000-8000-00000000000b',
      type: 'http',
      documentation: '',
      method: 'post',
      endpoint: path.slice(1),
      responses: [
        {
          uuid: '00000000-0000-4000-8000-00000000000c',
          body,
          latency: 0,
          statusCode: 200,
          label: '',
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          bodyType: 'INLINE',
          filePath: '',
          databucketID: '',
          sendFileAsBody: false,
          rules: [],
          rulesOperator: 'OR',
          disableTemplating: true,
          fallbackTo404: false,
          default: true,
          crudKey: 'id',
          callbacks: [],
        },
      ],
      responseMode: null,
    },
  ],
  rootChildren: [{ type: 'route', uuid: '00000000-0000-4000-8000-00000000000b' }],
  proxyMode: false,
  proxyHost: '',
  proxyRemovePrefix: false,
  tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '' },
  cors: false,
  headers: [],
  proxyReqHeaders: [],
  proxyResHeaders: [],
  data: [],
  callbacks: [],
})

const wiremockOf = ({ path, body }) => ({
  request: { method: 'POST', urlPath: path },
  response: { status: 200, body, headers: { 'Content-Type': 'application/json' } },
})

const node = (...args) => ({ command: process.execPath, args })

const ours =
  (level, args = [join(ROOT, 'dist/server.cjs')]) =>
  (_answer, port) => ({
    ...node(...args),
    env: { SANDBOX_PORT: `${port}`, SANDBOX_LOG: level, SANDBOX_LOG_FORMAT: 'json' },
    ready: '/readyz',
  })

const bare = (kind) => (_answer, port, folder) =>
  node(join(import.meta.dirname, 'bare.mjs'), kind, `${port}`, join(folder, 'answers.json'))

const prism = (answer, port, folder) =>
  node(
    join(PACKAGES, '@stoplight/prism-cli/dist/index.js'),
    ...['mock', write(folder, 'openapi.json', openapiOf(answer))],
    ...['-h', '127.0.0.1', '-p', `${port}`, '-v', 'silent'],
  )

const mockoon = (answer, port, folder) =>
  node(
    join(PACKAGES, '@mockoon/cli/bin/run.js'),
    ...['start', '--data', write(folder, 'mockoon.json', mockoonOf(answer, port)), '--repair'],
    ...['--hostname', '127.0.0.1', '--port', `${port}`],
    ...['--disable-log-to-file', '--disable-admin-api'],
  )

const jsonServer = ({ body }, port, folder) => ({
  ...node(
    join(PACKAGES, 'json-server/lib/cli/bin.js'),
    ...['--host', '127.0.0.1', '--port', `${port}`, '--quiet', '--read-only'],
    write(folder, 'json-server.json', { answer: JSON.parse(body) }),
  ),
  asked: { method: 'GET', path: '/answer', headers: {}, body: undefined },
})

const wiremock = (journal) => (answer, port, folder) => {
  const build = join(PACKAGES, 'wiremock/build')
  const root = join(folder, 'wiremock')
  mkdirSync(join(root, 'mappings'), { recursive: true })
  write(join(root, 'mappings'), 'answer.json', wiremockOf(answer))
  const jar = readdirSync(build).find((name) => name.endsWith('.jar'))
  return {
    command: 'java',
    args: [
      ...['-jar', join(build, jar), '--root-dir', root, '--port', `${port}`],
      ...['--bind-address', '127.0.0.1', '--disable-request-logging', '--disable-banner'],
      ...journal,
    ],
  }
}

/** Calls that the journal of ours keeps by default; WireMock's has no bound unless it is given one. */
const JOURNAL_ENTRIES = 10_000

/** Every program by name: how it is set up, the package that it needs, if any, and what a peer keeps of each call; a variant starts as the program before it. */
export const CONTENDERS = {
  ours: { setUp: ours('silent') },
  'ours at info': { setUp: ours('info') },
  'node:http': { setUp: bare('http') },
  fastify: { setUp: bare('fastify') },
  prism: {
    ...{ setUp: prism, needs: '@stoplight/prism-cli', isPeer: true },
    keeps: 'nothing; `mock`, `-v silent`',
  },
  mockoon: {
    ...{ setUp: mockoon, needs: '@mockoon/cli', isPeer: true },
    keeps: 'the last 100 calls (its default); `start`, no log file, no admin API',
  },
  'json-server': {
    ...{ setUp: jsonServer, needs: 'json-server', isPeer: true },
    keeps: 'nothing; `--quiet`, `--read-only`',
  },
  wiremock: {
    ...{ setUp: wiremock([]), needs: 'wiremock', isPeer: true },
    keeps: 'every call, without a bound (its default); request log off',
  },
  'wiremock, bounded journal': {
    setUp: wiremock(['--max-request-journal-entries', `${JOURNAL_ENTRIES}`]),
    ...{ needs: 'wiremock', isPeer: true, isVariant: true },
    keeps: 'the last 10,000 calls, as ours does; otherwise as above',
  },
  'wiremock without journal': {
    setUp: wiremock(['--no-request-journal']),
    ...{ needs: 'wiremock', isPeer: true, isVariant: true },
    keeps: 'nothing; otherwise as above',
  },
}

/** The names of the peers. */
export const PEERS = Object.keys(CONTENDERS).filter((name) => CONTENDERS[name].isPeer)

/** The version of the package that a program needs; undefined where it needs none, or it is not installed. */
export const versionOf = (name) => {
  const { needs } = CONTENDERS[name]
  const file = join(PACKAGES, needs ?? '', 'package.json')
  return needs && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
}

/** The status of an answer; 0 where nothing listens yet. */
const statusOf = (url) =>
  new Promise((done) => {
    const request = get(url, { agent: false, timeout: 5_000 }, (response) => {
      response.resume()
      done(response.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => done(0))
  })

const running = new Set()

/** Ends every program that still runs; for the end of the measurement, however it comes. */
export const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
}

const stop = async (child) => {
  if (!running.has(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = new AbortController()
  const kill = setTimeout(5_000, undefined, { signal: late.signal }).then(() =>
    child.kill('SIGKILL'),
  )
  await ended
  late.abort()
  await kill.catch(() => undefined)
}

const untilReady = async (name, child, url, isWanted) => {
  const begun = performance.now()
  while (!isWanted(await statusOf(url))) {
    if (!running.has(child)) throw new Error(`${name} ended before it answered`)
    if (performance.now() - begun > START_MS) throw new Error(`${name} does not answer`)
    await setTimeout(1)
  }
}

/** Starts a program on a free port of the loopback and waits for its first answer (of ours: until /readyz is 200). */
export const startContender = (name, answer, folder) =>
  startProcess(name, (port) => CONTENDERS[name].setUp(answer, port, folder))

/** Starts another build of ours, with options of Node.js before it in `args`. */
export const startOurs = (args) =>
  startProcess('ours', (port) => ours('silent', args)(undefined, port))

/**
 * The environment of every program, the same for all, since it can cost a start as much as the program does: Node reads all certificates of
 * NODE_EXTRA_CA_CERTS before it runs the first line. Settings of ours that the caller has would change what is measured.
 */
const ENVIRONMENT = Object.fromEntries(
  // biome-ignore lint/style/noProcessEnv: it is handed on.
  Object.entries(process.env).filter(([name]) => !name.startsWith('SANDBOX_')),
)

const startProcess = async (name, setUp) => {
  const port = await freePort()
  const { command, args, env, ready, asked } = setUp(port)
  const begun = performance.now()
  const child = spawn(command, args, { stdio: 'ignore', env: { ...ENVIRONMENT, ...env } })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(name, child, url + (ready ?? '/'), (status) =>
      ready ? status === 200 : status > 0,
    )
  } catch (error) {
    await stop(child)
    throw error
  }
  const startMs = performance.now() - begun
  const startCpuMs = processorNs(child.pid) / 1e6
  return { name, url, pid: child.pid, startMs, startCpuMs, asked, stop: () => stop(child) }
}
