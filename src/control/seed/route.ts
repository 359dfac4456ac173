import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countBody, isStreamed } from '../../http/bodies/count-bodies.ts'
import { drain, whileReceiving } from '../../http/bodies/streamed-body.ts'
import { SEED_BODY } from '../../http/body-limit.ts'
import { answers } from '../responses.ts'
import { SEED_ARCHIVE, SeedAdded, SeedBody, SeedQuery } from './schema.ts'
import { addSeed, addSeedArchive } from './service.ts'

/** Seed data that is added to a workspace in use. */
const seed: FastifyPluginAsyncTypebox = async (app) => {
  // Archives are read as they arrive.
  app.addContentTypeParser(SEED_ARCHIVE, (_request, _payload, done) => done(null))

  app.post(
    '/seed',
    {
      config: { body: SEED_BODY, streamedType: SEED_ARCHIVE },
      ...answers('Add data in the format of seed files, all or nothing', SeedAdded, {
        querystring: SeedQuery,
        body: SeedBody,
      }),
    },
    async (request) => {
      const { workspace, body, query, raw } = request
      if (!isStreamed(request)) return addSeed(app.sandbox, workspace, body, query.mode)
      const counted = countBody(request)
      try {
        return await addSeedArchive(app.sandbox, workspace, query.mode, {
          receive: (work) => whileReceiving(raw, () => work(raw)),
          count: (bytes) => counted.add(bytes),
        })
      } catch (error) {
        // A caller that is still sending would not get to read the reason.
        await drain(raw)
        throw error
      }
    },
  )
}

export default seed
