import { readRoutes } from '../calls/routes.ts'
import { Client } from '../core/client.ts'
import type { Address, Connection } from '../core/connection.ts'
import { bare, type FuzzRequest } from '../core/request.ts'
import { usageOf } from '../core/server-process.ts'
import type { Session } from '../core/session.ts'
import { leftOf, readRest } from './rest.ts'

const AT_ONCE = 100
const MAX_RISE_MIB = 200

/** What shows where all the rest is; asked for first, since nobody has asked for it before. */
const STARTS = ['/openapi.json', '/_sandbox/openapi.json', '/llms.txt', '/docs', '/console/']

const ENCODINGS = [[], [['Accept-Encoding', 'gzip']]] as const

/** Asks a fresh server for everything that it can show, each on a hundred connections at once: what is shown is made once. */
export const firstCallers = async (session: Session): Promise<string[]> => {
  const { server } = session
  const fresh = await readRest(server)
  const baseMiB = usageOf(server.pid).residentMiB
  for (const address of server.listeners)
    for (const path of ['/', '/metrics']) await askAtOnce(session, address, path)
  for (const path of STARTS) await askAtOnce(session, server.address, path)
  for (const path of await pathsOf(session)) await askAtOnce(session, server.address, path)
  const { residentMiB } = usageOf(server.pid)
  if (residentMiB - baseMiB > MAX_RISE_MIB)
    session.report({
      kind: 'memory',
      text: `first callers take more than ${MAX_RISE_MIB} MiB`,
      detail: `from ${baseMiB} to ${residentMiB} MiB`,
    })
  const left = leftOf(fresh, await readRest(server, fresh)).join(', ')
  if (left) session.report({ kind: 'leak', text: `kept of first callers: ${left}` })
  return [`first callers: from ${baseMiB} to ${residentMiB} MiB`]
}

/** The files of the pages, and all routes that need no parameter. */
const pathsOf = async ({ server }: Session): Promise<string[]> => {
  const client = new Client(server)
  const files: string[] = []
  for (const page of ['/docs', '/console/']) {
    const html = String(await client.done(bare('GET', page)))
    for (const [, name = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      files.push(new URL(name, `http://x${page}`).pathname)
  }
  const { all } = await readRoutes(client)
  client.close()
  // A stream of events has no end.
  const shown = all.filter(
    ({ method, path }) => method === 'GET' && !/\{|journal\/stream/.test(path),
  )
  return [...new Set([...files, ...shown.map(({ path }) => path)])]
}

const askAtOnce = async (session: Session, address: Address, path: string): Promise<void> => {
  if (!session.goesOn()) return
  session.watch.label = `the first callers of ${path}`
  const connections: Connection[] = Array.from({ length: AT_ONCE }, () => session.connect(address))
  const requests = connections.map(
    (_, index): FuzzRequest => bare('GET', path, ENCODINGS[index % ENCODINGS.length]),
  )
  await Promise.all(
    connections.map(async (connection, index) => {
      const request = requests[index]
      if (request) await session.send(connection, request, session.run.options.from)
      connection.close()
    }),
  )
}
