import { Type } from '@sinclair/typebox'
import { ClosedObject, Text } from '../../contract/resources/primitives.ts'
import { defineControl } from '../define-control.ts'
import { IntegerField } from '../schema-types.ts'
import { FaultRule, wantedFault } from './schema.ts'
import { addFault, findFault, listFaults, removeFault } from './service.ts'

const IdParams = Type.Object({ id: Text })

/** What goes wrong in the workspace on purpose. */
export const faultRoutes = [
  defineControl({
    method: 'POST',
    path: '/faults',
    summary: 'Let calls of the workspace go wrong by a rule',
    status: 201,
    body: ClosedObject(wantedFault),
    result: FaultRule,
    handle: ({ workspace, body, operations }) => addFault(workspace, body, operations),
  }),
  defineControl({
    method: 'GET',
    path: '/faults',
    summary: 'List the fault rules of the workspace with their use, or those never used',
    query: Type.Object({ unused: Type.Boolean({ default: false }) }),
    result: ClosedObject({
      faults: Type.Array(FaultRule),
      unused: IntegerField('How many have never acted'),
    }),
    handle: ({ workspace, query }) => listFaults(workspace, query.unused),
  }),
  defineControl({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove every fault rule, and rewind their ids and chances',
    status: 204,
    handle: ({ workspace }) => {
      workspace.faults.clear()
      return undefined
    },
  }),
  defineControl({
    method: 'GET',
    path: '/faults/:id',
    summary: 'Show a fault rule with its use',
    params: IdParams,
    result: FaultRule,
    handle: ({ workspace, params }) => findFault(workspace, params.id),
  }),
  defineControl({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault rule',
    status: 204,
    params: IdParams,
    handle: ({ workspace, params }) => {
      removeFault(workspace, params.id)
      return undefined
    },
  }),
]
