import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SEED_BODY } from '../../http/body-limit.ts'
import { SeedAdded, WantedSeed } from './schema.ts'
import { addSeed } from './service.ts'

/** Seed data that is added to a workspace in use. */
const seed: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/seed',
    {
      config: { body: SEED_BODY },
      schema: {
        summary: 'Add data in the format of seed files, all or nothing',
        body: WantedSeed,
        response: { 200: SeedAdded },
      },
    },
    async ({ workspace, body }) => addSeed(app.sandbox, workspace, body),
  )
}

export default seed
