import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { badRequest, notFound } from '../contract/errors/problem.ts'
import { TextUpTo } from '../contract/resources/primitives.ts'
import {
  Fault,
  FaultList,
  FaultRule,
  type PhasedRule,
  UnusedFaultsReport,
} from '../instruments/faults/fault-schema.ts'
import { problemsOfFault } from '../instruments/faults/judge-fault.ts'
import { problemOfOperation } from '../instruments/faults/known-operations.ts'
import { UnusedFaults } from '../instruments/faults/unused-faults.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { answers, creates, removes, serverWide } from './responses.ts'

const querystring = Type.Object({
  unused: Type.Boolean({ default: false, description: 'Only rules that were never used' }),
})

const params = Type.Object({ id: TextUpTo(LIMITS.text, { description: 'Id of the rule' }) })

const faults: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/faults',
    creates('Add a fault rule', Fault, { body: FaultRule }),
    async ({ workspace, body }) => addFault(workspace, body),
  )
  app.get(
    '/faults',
    answers('List fault rules and how often each was used', FaultList, { querystring }),
    async ({ workspace, query }) => {
      const rules = workspace.faults.list()
      const unused = rules.filter(({ used }) => used === 0)
      return { faults: query.unused ? unused : rules, unused: unused.length }
    },
  )
  app.delete(
    '/faults',
    removes('Delete all fault rules', {
      description: 'Ids and random numbers start again from the beginning.',
    }),
    async ({ workspace }) => {
      const ids = workspace.faults.list().map(({ id }) => id)
      workspace.faults.clear()
      if (ids.length > 0) workspace.mark('fault-removed', ids.join(', '))
    },
  )
  app.get(
    '/faults/unused',
    serverWide(
      answers('List fault rules of the whole server that were never used', UnusedFaultsReport, {
        description: 'This includes rules that were removed by a reset or with their workspace.',
      }),
    ),
    async () => {
      const unused = new UnusedFaults(app.sandbox.removedUnusedFaults)
      for (const { record, faults } of app.sandbox.known.values()) unused.add(record.name, faults)
      return { count: unused.count, rules: unused.rules }
    },
  )
  app.get(
    '/faults/:id',
    answers('Show a fault rule and how often it was used', Fault, { params }),
    async ({ workspace, params }) => findFault(workspace, params.id),
  )
  app.delete(
    '/faults/:id',
    removes('Delete a fault rule', { params }),
    async ({ workspace, params }) => {
      const { id } = findFault(workspace, params.id)
      workspace.faults.remove(id)
      workspace.mark('fault-removed', id)
    },
  )
}

const findFault = ({ faults }: Workspace, id: string): Fault => {
  const found = faults.find(id)
  if (!found) throw notFound(`Fault rule "${id}" does not exist`)
  return found
}

/** False is the same as absent, and most rules can mean one phase only. */
const complete = ({ effect, phase, ...rest }: FaultRule): PhasedRule => {
  const given: FaultRule['effect'] = Object.fromEntries(
    Object.entries(effect).filter(([, value]) => value !== false),
  )
  return { ...rest, effect: given, phase: phase ?? defaultPhase({ ...rest, effect: given }) }
}

/** Only `during` changes the bytes of an answer, and before the operation there is no outcome to match. */
const defaultPhase = ({ match, effect }: FaultRule): PhasedRule['phase'] => {
  if (effect.truncate || effect.malformed) return 'during'
  if (effect.wrongChecksum) return 'after'
  return match.code === undefined ? 'before' : 'after'
}

const addFault = (workspace: Workspace, input: FaultRule): Fault => {
  const wanted = complete(input)
  const unknown = problemOfOperation(wanted.match.operation)
  const problems = [...(unknown === undefined ? [] : [unknown]), ...problemsOfFault(wanted)]
  if (problems.length > 0) throw badRequest(problems.join('; '))
  const added = workspace.faults.add(wanted)
  workspace.mark('fault-added', describeFault(added))
  return added
}

const describeFault = ({ id, match, phase, effect, times, probability }: Fault): string => {
  const { operation, ...conditions } = match
  const pairs = { ...conditions, ...effect, ...(times !== 1 && { times }), probability }
  const text = Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return [id, operation, phase, ...text].join(' ')
}

export default faults
