import type { ControlRoute } from '../http/define-control.ts'
import { clockRoutes } from './clock.ts'
import fixtures from './fixtures.ts'
import records from './records.ts'
import { stateRoutes } from './state.ts'
import { workspaceRoutes } from './workspaces.ts'

/** Every route of the control plane. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...workspaceRoutes,
  ...stateRoutes,
  ...clockRoutes,
  fixtures,
  records,
]
