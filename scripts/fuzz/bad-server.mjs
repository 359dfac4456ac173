// A server that does wrong on purpose, so that tests see whether the testers notice. Usage: node bad-server.mjs <fault>
import { createServer } from 'node:http'

const FAULTS = {
  none: () => undefined,
  crash: () => process.exit(3),
  rejection: () => void Promise.reject(new Error('nobody awaits this')),
  garbage: (response) => response.socket.end('this is no HTTP\r\n\r\n'),
  silent: () => undefined,
  status: (response) => response.writeHead(500),
  asked: (response) => response.writeHead(503, { 'x-sandbox-fault': 'header before status' }),
  slow: () => {
    const end = performance.now() + 600
    while (performance.now() < end);
  },
}

const members = ['a']
const app = { accessToken: 'token' }
const crowdPack = { corpId: 'c', id: 1, source: 's' }

/** One crowd pack that drops its newest members on demand, and no snapshot. */
const answerLossy = (path, text) => {
  const [, lost] = /^\/lose\/(\d)$/.exec(path) ?? []
  if (lost) members.splice(-lost)
  if (path === '/_sandbox/workspaces') return { id: '12345678', fixtures: { app, crowdPack } }
  if (path.includes('/snapshots')) return { snapshots: [] }
  if (!path.endsWith('/insert'))
    return {
      code: '0',
      result: { result: members.map((crowdUniqueSign) => ({ crowdUniqueSign })) },
    }
  members.push(...JSON.parse(text).param.crowdList.map((member) => member.crowdUniqueSign))
  return { code: '0', result: true }
}

const [, , fault] = process.argv
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  if (fault === 'lossy') return response.end(JSON.stringify(answerLossy(request.url, text)))
  if (request.url !== '/livez') FAULTS[fault](response)
  if (fault !== 'silent')
    response.end(JSON.stringify({ code: '0', message: 'success', result: true }))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`bad server listens on http://127.0.0.1:${server.address().port}\n`)
})
