import type { OperationId, OperationName } from '../contract/operation.ts'
import { SUPPORTING_ROUTES } from '../contract/supporting-routes.ts'
import { CATALOGUE } from './index.ts'

/** The numbers of the document's operations, in its order. */
export const OPERATION_IDS: readonly OperationId[] = CATALOGUE.map(({ id }) => id)

/** Every name that a call can have in journal and faults. */
export const OPERATION_NAMES: readonly OperationName[] = [...OPERATION_IDS, ...SUPPORTING_ROUTES]
