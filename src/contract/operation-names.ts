import { OPERATION_IDS } from './generated/operation-ids.ts'
import type { OperationName } from './operation.ts'
import { SUPPORTING_ROUTES } from './supporting-routes.ts'

/** Every name that a call can have in journal and faults. */
export const OPERATION_NAMES: readonly OperationName[] = [...OPERATION_IDS, ...SUPPORTING_ROUTES]
