import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ClockAdvance, ClockChange, ClockSetting, ClockState } from './schema.ts'
import { adjustClock, advanceClock, readClock } from './service.ts'

/** The clock of a workspace. */
const clock: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/clock',
    { schema: { summary: 'Show the clock of the workspace', response: { 200: ClockState } } },
    async ({ workspace }) => readClock(workspace),
  )
  app.put(
    '/clock',
    {
      schema: {
        summary: 'Set the clock of the workspace',
        description: 'The answer counts what became due between the old and the new time.',
        body: ClockSetting,
        response: { 200: ClockChange },
      },
    },
    async ({ workspace, body }) => adjustClock(app.sandbox, workspace, body),
  )
  app.post(
    '/clock/advance',
    {
      schema: {
        summary: 'Move the clock of the workspace forward',
        description: 'The answer counts what became due between the old and the new time.',
        body: ClockAdvance,
        response: { 200: ClockChange },
      },
    },
    async ({ workspace, body }) => advanceClock(app.sandbox, workspace, body.ms),
  )
}

export default clock
