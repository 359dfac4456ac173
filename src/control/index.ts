import approvals from './approvals/route.ts'
import { clockRoutes } from './clock/route.ts'
import type { ControlRoute } from './define-control.ts'
import { faultRoutes } from './faults/route.ts'
import fixtures from './fixtures/route.ts'
import { journalRoutes } from './journal/route.ts'
import load from './load/route.ts'
import memory from './memory/route.ts'
import { openApiRoute } from './openapi/route.ts'
import records from './records/route.ts'
import seed from './seed/route.ts'
import { stateRoutes } from './snapshots/route.ts'
import { namedStateRoutes } from './states/route.ts'
import { exportRoutes } from './transfer/route.ts'
import { workspaceRoutes } from './workspaces/route.ts'

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
