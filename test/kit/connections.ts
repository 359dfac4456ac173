import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { pathOf } from './operations.ts'
import { type TestServer, TOKEN } from './server.ts'

export const requestBytes = (
  method: string,
  path: string,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): string => {
  const all = { host: 'x', 'content-length': String(Buffer.byteLength(body)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** A call of an operation of the server side as bytes for a connection. */
export const operationBytes = (
  operation: string,
  param: unknown,
  headers: Readonly<Record<string, string>> = {},
): string =>
  requestBytes('POST', pathOf(operation), {
    headers: {
      'content-type': 'application/json',
      'access-token': TOKEN,
      'token-type': 'bearer',
      ...headers,
    },
    body: JSON.stringify({ param }),
  })

/** Opens a paused connection, which reads nothing until it is resumed. */
export const openConnection = ({ url }: Pick<TestServer, 'url'>): Socket => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  socket.pause()
  return socket
}

/** Counts the open resources of the process by kind: file descriptors of a server, sockets, and active handles. */
export const countOpen = ({ sandbox }: TestServer): Record<string, number> => {
  const counts: Record<string, number> = {}
  const count = (kind: string): void => {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  for (const name of readdirSync('/proc/self/fd'))
    count(kindOf(name, sandbox.files.blobs.paths.root))
  for (const kind of process.getActiveResourcesInfo()) count(kind)
  return counts
}

/** Resources with a higher count than before, by kind. */
export const growthSince = (
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(now)
      .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
      .filter(([kind, growth]) => kind !== 'other descriptor' && growth > 0),
  )

const kindOf = (descriptor: string, root: string): string => {
  try {
    const target = readlinkSync(`/proc/self/fd/${descriptor}`)
    if (target.startsWith('socket:')) return 'socket'
    return target.startsWith(root) ? 'file descriptor' : 'other descriptor'
  } catch {
    return 'other descriptor'
  }
}
