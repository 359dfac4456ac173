import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { BOUNDED_BY_BODY } from '../contract/resources/primitives.ts'
import { Shape } from '../contract/shapes.ts'

const Problem = Shape('Problem', 'A problem (RFC 9457)', {
  title: Type.String({ description: 'Kind of the problem' }),
  status: Type.Integer({ description: 'HTTP status' }),
  detail: Type.String({ description: 'Sentence that names what is wrong' }),
})

/** The schema of every answer that is an error. */
export const PROBLEM_RESPONSE = {
  description: 'The request was not carried out',
  content: { 'application/problem+json': { schema: Problem } },
}

/** The schema of an answer without content (HTTP 204). */
export const NoContent = Type.Null({ description: 'Done' })

/** The schema of a body or an answer of another media type than JSON, or of JSON that others define; quotas bound what is stored. */
export const fileOf = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.Unknown(BOUNDED_BY_BODY) } },
})

/** Sends JSON whose text is made in pieces. */
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
