import { createServer, request as open } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenUntilEnd } from '#test/kit/listening-server.ts'

/** One request as a client sent it, with the server's status. */
export interface Recorded {
  readonly method: string
  readonly path: string
  /** Header lines in their order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
  readonly status: number
}

/** Stands between clients and a server, passes everything on as it is, and keeps it. */
export const startRecorder = async (target: string) => {
  const { hostname, port } = new URL(target)
  const recorded: Recorded[] = []
  const server = createServer(async (incoming, answer) => {
    const { method = '', url: path = '', rawHeaders } = incoming
    const body = await buffer(incoming)
    const headers = linesOf(rawHeaders)
    const passed = open({ hostname, port, method, path, headers: headers.flat() }, (reply) => {
      recorded.push({ method, path, headers, body, status: reply.statusCode ?? 0 })
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    passed.end(body)
  })
  return { port: await listenUntilEnd(server), recorded }
}

/** Without what the connection to the recorder alone is about. */
const linesOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] =>
    index % 2 === 1 || /^(connection|expect)$/i.test(name) ? [] : [[name, raw[index + 1] ?? '']],
  )
