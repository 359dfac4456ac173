// The ceilings: a server that knows nothing but the answers of a file, with bare `node:http` or bare Fastify.
// node bench/bare.mjs http|fastify PORT ANSWERS.json
import { readFileSync } from 'node:fs'

const [kind, port, file] = process.argv.slice(2)
const answers = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
const where = { host: '127.0.0.1', port: Number(port) }

const startHttp = async () => {
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const answer = answers.get(request.url)
      if (body !== '') JSON.parse(body)
      const text = answer?.body ?? ''
      response.writeHead(answer ? 200 : 404, {
        'content-type': answer?.type ?? 'text/plain',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    })
  })
  server.listen(where)
}

const startFastify = async () => {
  const { fastify } = await import('fastify')
  const server = fastify()
  server.get('/readyz', async () => 'ready')
  for (const [path, { type, body }] of answers)
    server.post(path, async (_request, reply) => {
      reply.header('content-type', type)
      return body
    })
  await server.listen(where)
}

await (kind === 'fastify' ? startFastify() : startHttp())
