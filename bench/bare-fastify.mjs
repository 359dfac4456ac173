// A bare Fastify that answers a path with bytes that it was given beforehand: what `speed` is measured against.
import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'

const Body = Type.Object(
  {
    token: Type.Optional(Type.String()),
    param: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: true },
)
/** The values of answers, by path. */
const answers = new Map()

const app = Fastify()
app.put('/answers', async ({ body }) => {
  answers.set(body.path, body.answer)
  return {}
})
app.post('/*', { schema: { body: Body } }, async ({ url }, reply) => {
  reply.type('application/json; charset=utf-8')
  return JSON.stringify(answers.get(url))
})
process.stdout.write(`listens on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
