import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import { ClockAdvance, ClockChange, ClockSetting, ClockState } from './schema.ts'
import { adjustClock, advanceClock, readClock } from './service.ts'

const description = 'The answer counts what became due between the old and the new time.'

/** The clock of a workspace. */
const clock: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/clock', answers('Show the clock of the workspace', ClockState), async ({ workspace }) =>
    readClock(workspace),
  )
  app.put(
    '/clock',
    answers('Set the clock of the workspace', ClockChange, { description, body: ClockSetting }),
    async ({ workspace, body }) => adjustClock(app.sandbox, workspace, body),
  )
  app.post(
    '/clock/advance',
    answers('Move the clock of the workspace forward', ClockChange, {
      description,
      body: ClockAdvance,
    }),
    async ({ workspace, body }) => advanceClock(app.sandbox, workspace, body.ms),
  )
}

export default clock
