import { type CarriedHeader, headersOf } from '../contract/headers.ts'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import type { Operation } from '../contract/operation.ts'
import type { SupportingRouteName } from '../contract/supporting-routes.ts'
import { isOfSecurity } from './interface-head.ts'

/** The request headers of a call that are not part of its security scheme. */
export const headerParameters = (call: Operation | SupportingRouteName): object[] =>
  headersOf(call)
    .filter(({ name }) => !isOfSecurity(name))
    .map(parameterOf)

const parameterOf = ({
  name,
  description,
  isRequired,
  example,
  known,
  numbers,
}: CarriedHeader): object => ({
  in: 'header',
  name,
  required: isRequired,
  description,
  schema: { type: 'string' },
  example,
  [PROVENANCE]: known,
  [ASSUMED_BY]: numbers,
})
