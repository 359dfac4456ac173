import type { ControlRoute } from '../http/define-control.ts'
import approvals from './approvals.ts'
import { clockRoutes } from './clock.ts'
import { exportRoutes } from './export.ts'
import { faultRoutes } from './faults.ts'
import fixtures from './fixtures.ts'
import { journalRoutes } from './journal.ts'
import load from './load.ts'
import memory from './memory.ts'
import { openApiRoute } from './openapi.ts'
import records from './records.ts'
import seed from './seed.ts'
import { stateRoutes } from './state.ts'
import { namedStateRoutes } from './states.ts'
import { workspaceRoutes } from './workspaces.ts'

const routes: readonly ControlRoute[] = [
  ...workspaceRoutes,
  ...stateRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...journalRoutes,
  fixtures,
  records,
  approvals,
  seed,
  ...namedStateRoutes,
  ...exportRoutes,
  load,
  memory,
]

/** Every route of the control plane, and the one that describes them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [...routes, openApiRoute(routes)]
