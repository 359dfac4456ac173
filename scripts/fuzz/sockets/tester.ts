import { withoutNumbers } from '../core/judge.ts'
import { randomFor } from '../core/random.ts'
import { attack, limitOf, type Session, type Tester, timesOf } from '../core/session.ts'
import { firstCallers } from './first-callers.ts'
import { prepareMessages } from './messages.ts'
import { RawSocket } from './raw-socket.ts'
import { hasGrown, leftOf, REST_ENVIRONMENT, type Rest, readRest } from './rest.ts'
import { useSocket } from './scenarios.ts'

const LANES = 24
const WORKSPACES = 3
const DEFAULT_REQUESTS = 200_000
const SHORT_REQUESTS = 8_000
const MAX_FIRST_REQUESTS = 20_000

/** What a server answers where it has no room, where a fault asks for it, and where object storage has no such thing. */
const ALLOWED =
  /^HTTP\/1\.1 503 (?!.*damaged)|^HTTP\/1\.1 501 .*<Code>NotImplemented|x-sandbox-fault: .*\b(status|refuse)\b/is

/** A hundred first callers of everything at once; then raw connections to every listener, with up to 200 requests, that end in every way: afterwards the server holds what it held before. */
export const sockets: Tester = async (run) => {
  const during = timesOf(run)
  const limit = limitOf(run, DEFAULT_REQUESTS, SHORT_REQUESTS)
  const plan = { limit: limit + MAX_FIRST_REQUESTS, env: REST_ENVIRONMENT }
  const first = await attack(during(1), plan, firstCallers)
  const raw = await attack(during(1), { limit, env: REST_ENVIRONMENT }, async (session) => {
    const { server } = session
    await prepareMessages(session)
    const fresh = await readRest(server)
    // As many again: the caches of a server, which are bounded, reach their size in the first ones.
    await useSockets(session, limit / 2)
    const warm = await readRest(server, fresh)
    await useSockets(session, limit)
    const rests = { fresh, warm, after: await readRest(server, fresh) }
    judge(session, rests)
    return describe(rests)
  })
  return { requests: first.requests + raw.requests, lines: [...first.lines, ...raw.lines] }
}

const useSockets = async (session: Session, limit: number): Promise<void> => {
  const { server, run } = session
  const all = await Promise.all(Array.from({ length: WORKSPACES }, () => prepareMessages(session)))
  const { listeners } = server
  const useOne = async (index: number): Promise<void> => {
    const random = randomFor(run.options.seed, 'sockets', index)
    const messages = random.pick(all)
    const socket = new RawSocket(random.pick(listeners))
    const { what, count } = await useSocket(socket, messages, random)
    socket.close()
    session.count(count)
    session.watch.label = what
    report(session, socket, what, index)
  }
  await session.work(LANES, 1, useOne, limit)
}

const report = (session: Session, { failure }: RawSocket, what: string, index: number): void => {
  if (failure === undefined || ALLOWED.test(failure)) return
  const [head = '', body = ''] = failure.split('\r\n\r\n')
  const text = `${head.slice(9, 12)}: ${withoutNumbers(body)}`
  session.report({ kind: '5xx', text, index, detail: what })
}

type Rests = Readonly<Record<'fresh' | 'warm' | 'after', Rest>>

const describe = (rests: Rests): string[] =>
  Object.entries(rests).map(
    ([name, rest]) =>
      `${name}: ${rest.openDatabases} databases, ${rest.descriptors} descriptors, ${rest.temporaryFiles} temporary files, ${rest.callsInFlight} calls, heap ${rest.heapMiB} MiB, resident ${rest.residentMiB} MiB`,
  )

const judge = (session: Session, rests: Rests): void => {
  const { fresh, warm, after } = rests
  const index = session.run.options.from
  const detail = describe(rests).join('\n')
  const left = leftOf(fresh, after).join(', ')
  if (left)
    session.report({
      kind: 'leak',
      text: `kept of connections that are gone: ${left}`,
      index,
      detail,
    })
  if (hasGrown(warm, after))
    session.report({ kind: 'memory', text: 'the memory has grown', index, detail })
}
