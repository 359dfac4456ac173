import type { Operation } from '../contract/operation.ts'
import { Refusal } from '../errors/refusal.ts'

type Surface = Operation['surface']

/** The field of a body with the parameters of its operation; on the portal they are the body. */
const fieldOf = (surface: Surface): 'param' | undefined =>
  surface === 'portal' ? undefined : 'param'

/** The parameters of an operation. */
export const paramIn = (body: unknown, surface: Surface): unknown => {
  const field = fieldOf(surface)
  return field === undefined ? body : (body as { param: unknown })[field]
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
