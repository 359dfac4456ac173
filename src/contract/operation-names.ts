import { SUPPORTING_ROUTES, type SupportingRouteName } from './supporting-routes.ts'

/** The numbers of the document's operations, in its order; a test holds them against the catalogue. */
export const OPERATION_IDS = [
  'E1',
  'E2',
  'E3',
  'E4',
  'E5',
  'E6',
  'E7',
  'E8',
  'E9',
  'E10',
  'E11',
  'E12',
  'E13',
  'E14',
  'E15',
  'E16',
  'E17',
  'E18',
  'E19',
  'E20',
  'E21',
  'E22',
] as const

/** What a call can be one of: an operation, or what is beside them. */
export type OperationName = (typeof OPERATION_IDS)[number] | SupportingRouteName

/** All of them. */
export const OPERATION_NAMES: readonly OperationName[] = [...OPERATION_IDS, ...SUPPORTING_ROUTES]
