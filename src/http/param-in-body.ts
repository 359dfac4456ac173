import type { Surface } from '../contract/operation.ts'
import { Refusal } from '../errors/refusal.ts'

/** The field of a body with the parameters of its operation; on the portal they are the body. */
const fieldOf = (surface: Surface): 'param' | undefined =>
  surface === 'portal' ? undefined : 'param'

/** The parameters in a body that the schema of the operation has validated. */
export const paramIn = <Param>(body: unknown, surface: Surface): Param => {
  const field = fieldOf(surface)
  return field === undefined ? (body as Param) : (body as { param: Param })[field]
}

/** The name in the body of a field that a rule names. */
export const nameInBody = (name: string, surface: Surface): string => {
  const field = fieldOf(surface)
  return field === undefined ? name : `${field}.${name}`
}

/** The error of a rule as it is answered: rules name fields of the parameters, refusals those of the body. */
export const errorInBody = (error: unknown, surface: Surface): unknown => {
  const field = fieldOf(surface)
  return error instanceof Refusal && field !== undefined ? error.below(field) : error
}
