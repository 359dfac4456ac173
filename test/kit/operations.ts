import type { Operation } from '#src/contract/operation.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'

/** The operation with a number, such as `E22`. */
const operation = (id: string): Operation => {
  const found = CATALOGUE.find((endpoint) => endpoint.id === id)
  if (!found) throw new Error(`operation ${id} does not exist`)
  return found
}

export const pathOf = (id: string): string => operation(id).path

export const surfaceOf = (id: string): Operation['surface'] => operation(id).surface

/** The owner of the application of both seeds, who acts when a call names nobody. */
const OWNER = 'owner@example.com'

/** The acting user of a careful client: named where pages published elsewhere require it. */
export const usualActor = (id: string): string | undefined =>
  operation(id).hasUserHeader ? OWNER : undefined
