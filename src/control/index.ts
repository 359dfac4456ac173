import type { ControlRoute } from '../http/define-control.ts'
import fixtures from './fixtures.ts'
import records from './records.ts'

/** Every route of the control plane. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [fixtures, records]
