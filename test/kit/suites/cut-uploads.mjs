// Sends uploads that a server refuses, and leaves each as its first argument says: a list of
// { storage, method, path, headers, length, sent, leaves }. Without SANDBOX_URL the server is one of the library.
import { once } from 'node:events'
import { connect } from 'node:net'
import { env } from 'node:process'

const LEAVE = {
  /** Cuts the connection before the answer arrives, the others when it does. */
  before: (socket) => socket.destroy(),
  cut: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
  'half-close': (socket) => socket.end(),
  /** Neither sends the rest nor closes, until the process ends. */
  silence: (socket) => socket.unref(),
}

const send = async (
  urls,
  { storage = false, method, path, headers = {}, length, sent, leaves },
) => {
  const { hostname, port } = new URL(storage ? urls.storage : urls.server)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  const lines = Object.entries({ host: 'x', 'content-length': length, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n`)
  const written = new Promise((resolve) => socket.write(Buffer.alloc(sent), resolve))
  const seen = leaves === 'before' ? written : once(socket, 'data')
  await Promise.race([seen, once(socket, 'close')])
  if (!socket.destroyed) LEAVE[leaves](socket)
}

const { SANDBOX_URL, SANDBOX_STORAGE_URL } = env
const own = SANDBOX_URL
  ? undefined
  : await (await import('../../../dist/index.mjs')).startSandbox({ seed: 'minimal' })
const urls = {
  server: SANDBOX_URL ?? own.url,
  storage: SANDBOX_STORAGE_URL ?? own.storageUrl,
}
await Promise.all(JSON.parse(process.argv[2]).map((upload) => send(urls, upload)))
await own?.close()
process.stdout.write('left\n')
