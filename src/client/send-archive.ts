import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ARCHIVE, type Connection } from './connection.ts'
import { controlErrorOf } from './errors.ts'

/**
 * Replaces what is at a path with an archive (default: the data of the workspace), and returns the JSON of the response. It
 * uses Node's own client, because `fetch` reads a body faster than it sends it, and holds all of it in memory. @internal
 */
export const sendArchive = async (
  connection: Connection,
  archive: AsyncIterable<Uint8Array>,
  path = '/export',
): Promise<string> => {
  const url = new URL(`${connection.url}/_sandbox${path}`)
  if (connection.workspace !== undefined) url.searchParams.set('workspace', connection.workspace)
  const { adminKey } = connection
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, {
    method: 'PUT',
    headers: {
      'content-type': ARCHIVE,
      ...(adminKey !== undefined && { authorization: `Bearer ${adminKey}` }),
    },
  })
  const answered = connection.answered(
    once(request, 'response').then(async ([answer]) => {
      const response: IncomingMessage = answer
      return { status: response.statusCode ?? 0, body: await text(response) }
    }),
  )
  const source = Readable.from(archive)
  let unreadable: Error | undefined
  source.once('error', (error) => {
    unreadable = error
  })
  // A server that refuses may end the connection before it has received everything; its response counts.
  const sent = pipeline(source, request).catch(() => undefined)
  const [{ status, body }] = await Promise.all([answered, sent]).catch((error) => {
    throw unreadable ?? error
  })
  if (status >= 400) throw controlErrorOf(status, body)
  return body
}
