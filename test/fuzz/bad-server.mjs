// A server that does wrong on purpose, so that tests see whether the testers notice. Usage: node bad-server.mjs <fault>
import { createServer } from 'node:http'

const FAULTS = {
  none: () => undefined,
  crash: () => process.exit(3),
  rejection: () => void Promise.reject(new Error('nobody awaits this')),
  garbage: (response) => response.socket.end('this is no HTTP\r\n\r\n'),
  status: (response) => response.writeHead(500),
  asked: (response) => response.writeHead(503, { 'x-sandbox-fault': 'header before status' }),
  slow: () => {
    const end = performance.now() + 600
    while (performance.now() < end);
  },
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url !== '/livez') FAULTS[process.argv[2]](response)
    response.end(JSON.stringify({ code: '0', message: 'success', result: true }))
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`bad server listens on http://127.0.0.1:${server.address().port}\n`)
})
