import { Fault, FaultList, FaultRule } from '../../faults/fault-schema.ts'
import { defineControl } from '../define-control.ts'
import { FaultParams, FaultQuery } from './schema.ts'
import { addFault, findFault, listFaults, removeFault } from './service.ts'

/** What goes wrong in the workspace on purpose. */
export const faultRoutes = [
  defineControl({
    method: 'POST',
    path: '/faults',
    summary: 'Let calls of the workspace go wrong by a rule',
    status: 201,
    body: FaultRule,
    result: Fault,
    handle: ({ workspace, body, operations }) => addFault(workspace, body, operations),
  }),
  defineControl({
    method: 'GET',
    path: '/faults',
    summary: 'List the fault rules of the workspace with their use, or those never used',
    query: FaultQuery,
    result: FaultList,
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
    params: FaultParams,
    result: Fault,
    handle: ({ workspace, params }) => findFault(workspace, params.id),
  }),
  defineControl({
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Remove a fault rule',
    status: 204,
    params: FaultParams,
    handle: ({ workspace, params }) => {
      removeFault(workspace, params.id)
      return undefined
    },
  }),
]
