import type { ControlPlane } from '../calls/control-plane.ts'
import type { Tenant } from '../calls/stage.ts'
import type { Random } from '../core/random.ts'
import type { FuzzRequest } from '../core/request.ts'
import { longLists } from './lists.ts'
import { type BodyRoute, bodyRoutes } from './routes.ts'
import { type BodySize, SHAPES, SIZES } from './shapes.ts'

/** Who sends a body. */
export type Credential = 'none' | 'wrong' | 'right'

/** One big body: made when it is sent, for all of them together do not fit into memory. */
export interface BigBody {
  readonly label: string
  readonly make: () => FuzzRequest
}

/** Every combination of route, credential, place, shape and size, in a random order. */
export const planBodies = (
  random: Random,
  tenant: Tenant,
  controlPlane: ControlPlane,
): BigBody[] => {
  const routes = bodyRoutes(tenant, controlPlane)
  const bodies = routes.flatMap((route) =>
    credentialsOf(route).flatMap((credential) =>
      placesFor(route, credential).flatMap((place) =>
        Object.entries(SHAPES).flatMap(([shape, write]) =>
          SIZES.map((size) => ({
            label: `${route.name}, ${credential} credential, ${shape} of ${size.label} ${place.label}`,
            make: () => requestOf(route, credential, place.options(write(size))),
          })),
        ),
      ),
    ),
  )
  return random.shuffle([...bodies, ...planLists(tenant, routes)])
}

const credentialsOf = ({ right }: BodyRoute): Credential[] =>
  right.length > 0 ? ['none', 'wrong', 'right'] : ['right']

/** Who is not let in need not be tried with every field. */
const placesFor = ({ places }: BodyRoute, credential: Credential): BodyRoute['places'] =>
  credential === 'right' ? places : places.slice(0, 2)

const planLists = (tenant: Tenant, routes: readonly BodyRoute[]): BigBody[] =>
  longLists(tenant).flatMap(({ operation, field, body }) => {
    const route = routes.find(({ name }) => name === operation)
    if (!route) return []
    return SIZES.map((size: BodySize) => ({
      label: `${operation}, ${field} filled with distinct elements to ${size.label}`,
      make: () => requestOf(route, 'right', body(size)),
    }))
  })

const requestOf = (route: BodyRoute, credential: Credential, text: string): FuzzRequest => {
  const headers = {
    none: [],
    wrong: route.right.map(([name]) => [name, 'wrong'] as const),
    right: [...route.right, ['S-Nonce', String(performance.now())] as const],
  }
  return {
    method: route.method,
    path: route.path,
    headers: [['Content-Type', 'application/json'], ...headers[credential]],
    body: Buffer.from(text),
  }
}
