import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { TextUpTo } from '../../contract/resources/primitives.ts'
import { Fault, FaultList, FaultRule, UnusedFaultsReport } from '../../faults/fault-schema.ts'
import { LIMITS } from '../../limits.ts'
import { NoContent } from '../responses.ts'
import {
  addFault,
  clearFaults,
  findFault,
  listFaults,
  readUnusedFaults,
  removeFault,
} from './service.ts'

/** The query parameters of the list. */
const FaultQuery = Type.Object({
  unused: Type.Boolean({ default: false, description: 'Only rules that have never acted' }),
})

/** The path parameters of one rule. */
const FaultParams = Type.Object({
  id: TextUpTo(LIMITS.text, { description: 'Id of the rule' }),
})

/** The fault rules of a workspace. */
const faults: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/faults',
    { schema: { summary: 'Add a fault rule', body: FaultRule, response: { 201: Fault } } },
    async ({ workspace, body }, reply) =>
      reply.code(201).send(addFault(workspace, body, app.operations)),
  )
  app.get(
    '/faults',
    {
      schema: {
        summary: 'List fault rules with their use',
        querystring: FaultQuery,
        response: { 200: FaultList },
      },
    },
    async ({ workspace, query }) => listFaults(workspace, query.unused),
  )
  app.delete(
    '/faults',
    {
      schema: {
        summary: 'Delete all fault rules',
        description: 'Ids and random numbers start over.',
        response: { 204: NoContent },
      },
    },
    async ({ workspace }, reply) => {
      clearFaults(workspace)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/faults/unused',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'List fault rules of the whole server that have never acted',
        description: 'Also those that a reset or the end of their workspace removed.',
        response: { 200: UnusedFaultsReport },
      },
    },
    async () => readUnusedFaults(app.sandbox),
  )
  app.get(
    '/faults/:id',
    {
      schema: {
        summary: 'Show a fault rule with its use',
        params: FaultParams,
        response: { 200: Fault },
      },
    },
    async ({ workspace, params }) => findFault(workspace, params.id),
  )
  app.delete(
    '/faults/:id',
    {
      schema: {
        summary: 'Delete a fault rule',
        params: FaultParams,
        response: { 204: NoContent },
      },
    },
    async ({ workspace, params }, reply) => {
      removeFault(workspace, params.id)
      return reply.code(204).send(null)
    },
  )
}

export default faults
