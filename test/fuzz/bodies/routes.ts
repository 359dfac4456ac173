import { CATALOGUE } from '#src/endpoints/index.ts'
import type { ControlPlane } from '../calls/control-plane.ts'
import type { Schema } from '../calls/schema.ts'
import type { Tenant } from '../calls/stage.ts'

/** Somewhere to put a big value in a body. */
export interface Place {
  readonly label: string
  /** The body around a JSON text. */
  readonly options: (text: string) => string
}

/** A route that takes a body. */
export interface BodyRoute {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Headers that let a caller in. */
  readonly right: readonly (readonly [string, string])[]
  readonly places: readonly Place[]
}

const MARK = '\u00a4here\u00a4'

/** The whole body, a field that the route does not know, and each list, map and text of its schema. */
const placesOf = (schema: Schema, sample: unknown, wrap: (param: unknown) => unknown): Place[] => {
  const placeAt = (label: string, body: unknown): Place => {
    const [before = '', after = ''] = JSON.stringify(body).split(`"${MARK}"`)
    return { label, options: (text) => before + text + after }
  }
  const base = sample !== null && typeof sample === 'object' ? sample : {}
  const fields = Object.entries(schema.properties ?? {}).filter(([, child]) => !isNumber(child))
  return [
    { label: 'as the body', options: (text) => text },
    placeAt('in an unknown field', wrap({ ...base, unknown: MARK })),
    ...fields.map(([name]) => placeAt(`in ${name}`, wrap({ ...base, [name]: MARK }))),
  ]
}

const isNumber = ({ type }: Schema): boolean => type === 'integer' || type === 'boolean'

/** Every route that takes JSON or bytes. */
export const bodyRoutes = (tenant: Tenant, { routes }: ControlPlane): BodyRoute[] => [
  ...operationRoutes(tenant),
  ...tokenRoutes(tenant),
  ...uploadRoutes(tenant),
  ...routes
    .filter(({ body }) => body !== undefined)
    .map(({ method, path, body }) => ({
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'name' ? 'empty-library' : '1')),
      right: [],
      places: placesOf(body ?? {}, {}, (value) => value),
    })),
  {
    name: 'PUT /_sandbox/export',
    method: 'PUT',
    path: '/_sandbox/export',
    right: [],
    places: [{ label: 'as the archive', options: (text: string) => text }],
  },
  {
    name: 'an unknown path',
    method: 'POST',
    path: '/nowhere',
    right: [],
    places: [{ label: 'as the body', options: (text: string) => text }],
  },
]

const callerOf = (tenant: Tenant): [string, string][] => [
  ['Access-token', tenant.accessToken],
  ['Token-type', 'bearer'],
]

const operationRoutes = (tenant: Tenant): BodyRoute[] =>
  CATALOGUE.map((operation) => {
    const isPortal = operation.surface === 'portal'
    const wrap = (param: unknown): unknown => (isPortal ? param : { param })
    const portal: [string, string][] = [
      ['X-App-Key', tenant.appKey],
      ['S-Sign', 'x'],
      ['S-Timestamp', '1'],
    ]
    return {
      name: operation.id,
      method: 'POST',
      path: operation.path,
      right: [...callerOf(tenant), ...(isPortal ? portal : [])],
      places: placesOf(operation.param as Schema, tenant.samples[operation.id], wrap),
    }
  })

const tokenRoutes = (tenant: Tenant): BodyRoute[] =>
  ['get-token', 'refresh-token'].map((name) => ({
    name,
    method: 'POST',
    path: `/open-api/oauth/${name}`,
    right: [],
    places: placesOf(
      { properties: { clientId: {}, clientKey: {}, refresh_token: {} } },
      { clientId: tenant.clientId, clientKey: tenant.clientKey, refresh_token: 'x' },
      (value) => value,
    ),
  }))

const uploadRoutes = (tenant: Tenant): BodyRoute[] => [
  {
    name: 'begin-upload',
    method: 'POST',
    path: '/_files/uploads',
    right: callerOf(tenant),
    places: placesOf(
      { properties: { name: {}, type: {} } },
      { name: 'a', size: 1 },
      (value) => value,
    ),
  },
  {
    name: 'send-file',
    method: 'POST',
    path: '/_files/uploads/single?name=a',
    right: callerOf(tenant),
    places: [{ label: 'as the file', options: (text) => text }],
  },
]
