import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { TextUpTo } from '../../contract/resources/primitives.ts'
import { Fault, FaultList, FaultRule, UnusedFaultsReport } from '../../faults/fault-schema.ts'
import { LIMITS } from '../../limits.ts'
import { answers, creates, removes, serverWide } from '../responses.ts'
import {
  addFault,
  clearFaults,
  findFault,
  listFaults,
  readUnusedFaults,
  removeFault,
} from './service.ts'

const querystring = Type.Object({
  unused: Type.Boolean({ default: false, description: 'Only rules that have never acted' }),
})

const params = Type.Object({ id: TextUpTo(LIMITS.text, { description: 'Id of the rule' }) })

/** The fault rules of a workspace. */
const faults: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/faults',
    creates('Add a fault rule', Fault, { body: FaultRule }),
    async ({ workspace, body }) => addFault(workspace, body, app.operations),
  )
  app.get(
    '/faults',
    answers('List fault rules with their use', FaultList, { querystring }),
    async ({ workspace, query }) => listFaults(workspace, query.unused),
  )
  app.delete(
    '/faults',
    removes('Delete all fault rules', { description: 'Ids and random numbers start over.' }),
    async ({ workspace }) => clearFaults(workspace),
  )
  app.get(
    '/faults/unused',
    serverWide(
      answers('List fault rules of the whole server that have never acted', UnusedFaultsReport, {
        description: 'Also those that a reset or the end of their workspace removed.',
      }),
    ),
    async () => readUnusedFaults(app.sandbox),
  )
  app.get(
    '/faults/:id',
    answers('Show a fault rule with its use', Fault, { params }),
    async ({ workspace, params }) => findFault(workspace, params.id),
  )
  app.delete(
    '/faults/:id',
    removes('Delete a fault rule', { params }),
    async ({ workspace, params }) => removeFault(workspace, params.id),
  )
}

export default faults
