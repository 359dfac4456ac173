import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { answers } from '../responses.ts'
import { ApprovalView, TaskDecision, TaskParams } from './schema.ts'
import { decideTask } from './service.ts'

/** Decisions of approval tasks, which the document leaves to people. */
const approvals: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/approvals/:approvalId/tasks/:key/decision',
    answers('Decide a task of an approval', ApprovalView, {
      params: TaskParams,
      body: TaskDecision,
    }),
    async ({ workspace, params, body }) =>
      decideTask(workspace, params.approvalId, params.key, body) as ApprovalView,
  )
}

export default approvals
