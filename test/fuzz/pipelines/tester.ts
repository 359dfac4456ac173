import { LagWatch } from '../core/lag-watch.ts'
import { type Random, randomFor } from '../core/random.ts'
import { isOver, lastErrors, type Run, startWatched, type Tester } from '../core/run.ts'
import type { ServerProcess } from '../core/server-process.ts'
import { RawSocket } from '../sockets/raw-socket.ts'
import { prepare, type Requests } from './requests.ts'
import { hasGrown, leftOf, REST_ENVIRONMENT, type Rest, readRest } from './rest.ts'

const LANES = 16
const WORKSPACES = 3
const DEFAULT_REQUESTS = 50_000
const SHORT_REQUESTS = 4_000

/** What a server answers where it has no room. */
const NO_ROOM = /^HTTP\/1\.1 503 (?!.*damaged)/is

/** Many requests at once on connections that end in every way: afterwards the server holds what it held before. */
export const pipelines: Tester = async (run) => {
  const limit = run.options.requests ?? (run.options.isShort ? SHORT_REQUESTS : DEFAULT_REQUESTS)
  const progress = { next: run.options.from, sent: 0 }
  const server = await startWatched(run, {
    hasFolder: true,
    env: REST_ENVIRONMENT,
    index: () => Math.max(0, progress.next - LANES),
  })
  const watch = new LagWatch(run, server)
  try {
    await prepare(server)
    const fresh = await readRest(server)
    // As many again: the caches of a server, which are bounded, reach their size in the first ones.
    await attack(run, server, progress, limit)
    const warm = await readRest(server, fresh)
    await attack(run, server, progress, 2 * limit)
    const after = await readRest(server, fresh)
    judge(run, { fresh, warm, after })
    return {
      requests: progress.sent,
      lines: [
        `${progress.sent} requests on ${progress.next - run.options.from} connections`,
        await watch.close(),
        ...Object.entries({ fresh, warm, after }).map(
          ([name, rest]) => `${name}: ${describe(rest)}`,
        ),
      ],
    }
  } catch (error) {
    if (server.isRunning) throw error
    return { requests: progress.sent, lines: [await watch.close(), String(error)] }
  } finally {
    await server.dispose()
  }
}

const describe = ({ callsInFlight, openDatabases, descriptors, heapMiB }: Rest): string =>
  `${callsInFlight} calls, ${openDatabases} databases, ${descriptors} descriptors, heap ${heapMiB} MiB`

const attack = async (
  run: Run,
  server: ServerProcess,
  progress: { next: number; sent: number },
  limit: number,
): Promise<void> => {
  const all = await Promise.all(Array.from({ length: WORKSPACES }, () => prepare(server)))
  const lane = async (): Promise<void> => {
    while (!isOver(run) && progress.sent < limit && server.isRunning) {
      const index = progress.next
      progress.next += 1
      const count = await useConnection(run, server, all, index)
      progress.sent += count
      if (index % 50 === 0) run.progress(`${progress.sent} requests`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const useConnection = async (
  run: Run,
  server: ServerProcess,
  all: readonly Requests[],
  index: number,
): Promise<number> => {
  const random = randomFor(run.options.seed, 'pipelines', index)
  const requests = random.pick(all)
  const { bytes, count } = requests.any(random)
  const socket = new RawSocket(server.address)
  const ending = random.pick(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])
  await ENDINGS[ending](socket, bytes, random)
  socket.close()
  report(run, server, socket, `${count} requests, ${ending}`, index)
  return count
}

/** The ways in which a connection is used and ends. */
const ENDINGS = {
  endAtOnce: async (socket: RawSocket, bytes: Buffer): Promise<void> => {
    socket.write(bytes)
    socket.end()
    await socket.quiet(100)
  },
  resetInTheMiddle: async (socket: RawSocket, bytes: Buffer, random: Random): Promise<void> => {
    socket.write(bytes)
    await (random.chance(0.5) ? socket.firstByte(200) : socket.wait(random.between(0, 30)))
    socket.reset()
  },
  neverRead: async (socket: RawSocket, bytes: Buffer, random: Random): Promise<void> => {
    socket.pause()
    socket.write(bytes)
    if (random.chance(0.3)) socket.end()
    await socket.wait(random.between(0, 200))
  },
  readToTheEnd: async (socket: RawSocket, bytes: Buffer): Promise<void> => {
    socket.write(bytes)
    await socket.quiet(200)
  },
}

const report = (
  { findings, options, tester }: Run,
  server: ServerProcess,
  { failure }: RawSocket,
  what: string,
  index: number,
): void => {
  if (failure === undefined || NO_ROOM.test(failure)) return
  const [status] = /\d{3}/.exec(failure.slice(9)) ?? []
  const body = failure.split('\r\n\r\n')[1] ?? ''
  findings.add({
    kind: '5xx',
    tester,
    seed: options.seed,
    index,
    text: `${status}: ${body.slice(0, 200).replaceAll(/\d{3,}/g, 'N')}`,
    detail: `${what}\n${lastErrors(server)}`,
  })
}

const judge = (
  { findings, options, tester }: Run,
  rests: Record<'fresh' | 'warm' | 'after', Rest>,
): void => {
  const { fresh, warm, after } = rests
  const detail = Object.entries(rests)
    .map(([name, rest]) => `${name}: ${describe(rest)}`)
    .join('\n')
  const finding = { tester, seed: options.seed, index: options.from, detail }
  const left = leftOf(fresh, after)
  if (left.length > 0)
    findings.add({
      ...finding,
      kind: 'leak',
      text: `kept of connections that are gone: ${left.join(', ')}`,
    })
  if (hasGrown(warm, after))
    findings.add({ ...finding, kind: 'memory', text: 'the heap has grown' })
}
