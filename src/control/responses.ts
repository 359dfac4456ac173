import type { Readable } from 'node:stream'
import { type TSchema, Type } from '@sinclair/typebox'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifySchema } from 'fastify'
import { BOUNDED_BY_BODY } from '../contract/resources/primitives.ts'
import { Shape } from '../contract/shapes.ts'
import type { KeyNeed } from '../workspaces/keys/rights.ts'

const Problem = Shape('Problem', 'A problem (RFC 9457)', {
  title: Type.String({ description: 'Kind of the problem' }),
  status: Type.Integer({ description: 'HTTP status' }),
  detail: Type.String({ description: 'Sentence that says what is wrong' }),
})

export const PROBLEM_RESPONSE = {
  description: 'The server rejected the request',
  content: { 'application/problem+json': { schema: Problem } },
}

export const answers = <T extends TSchema | object, const Request extends FastifySchema>(
  summary: string,
  answer: T,
  request?: Request,
) => ({ schema: { summary, ...(request as Request), response: { 200: answer } } })

/** The options of a route that answers what it has made with HTTP 201. */
export const creates = <T extends TSchema, const Request extends FastifySchema>(
  summary: string,
  answer: T,
  request: Request,
) => ({ schema: { summary, ...request, response: { 201: answer } } })

/** The options of a route that answers nothing, with HTTP 204. */
export const removes = <const Request extends FastifySchema>(
  summary: string,
  request?: Request,
) => ({
  schema: {
    summary,
    ...(request as Request),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
})

/** The same route, which changes nothing in spite of its method. */
const READS = { needs: 'read' } as const

export const reading = <Options extends object>(options: Options) => ({ ...options, config: READS })

/** The same route, about the server in place of one workspace. */
export const serverWide = <Options extends object>(options: Options, needs?: KeyNeed) => ({
  ...options,
  config: { isServerWide: true, ...(needs && { needs }) },
})

/** The same route, about the workspace that its parameter `id` names. */
export const aboutNamed = <Options extends object>(options: Options, needs: KeyNeed) => ({
  ...options,
  config: { isServerWide: true, namesWorkspace: true, needs },
})

/** The schema of a body or an answer of another media type than JSON, or of JSON that others define; quotas bound what is stored. */
export const fileOf = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.Unknown(BOUNDED_BY_BODY) } },
})

export const sendJsonStream = (reply: FastifyReply, stream: Readable): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(stream)

/** Sends a stream of a media type, which browsers save under a file name. */
export const sendFile = (
  reply: FastifyReply,
  mediaType: string,
  stream: Readable,
  fileName?: string,
): FastifyReply => {
  if (fileName) reply.header('content-disposition', contentDisposition(fileName))
  // Some streams last as long as their reader; nothing follows on their connection when the server stops.
  return reply
    .headers({ 'cache-control': 'no-store', connection: 'close' })
    .type(mediaType)
    .send(stream)
}
