import { CATALOGUE } from '#src/endpoints/index.ts'
import type { Fixtures } from '../../../test/kit/http.ts'
import { type Client, RefusedError } from './client.ts'
import { callerOf, type FuzzRequest, type Headers, jsonRequest } from './request.ts'

/** A workspace as a tester uses it. */
export interface Tenant {
  readonly id: string
  readonly fixtures: Fixtures
  /** Whether faults, odd clocks and quotas are set here. */
  readonly isWild: boolean
}

const DEFAULT_WORKSPACE = '00000000'

const CALM = [{ seed: 'demo' }, { seed: 'minimal' }]

const WILD = [
  { seed: 'demo' },
  {
    seed: 'minimal',
    quota: { databaseBytes: 4_000_000, fileBytes: 4_000_000, snapshotBytes: 8_000_000 },
  },
  { seed: 'minimal', clock: { mode: 'frozen', now: 0 } },
  { seed: 'minimal', assume: { 'A-auth-4': 'hmac-sha256', 'A-reply-2': 'outer' } },
]

export const createTenant = async (
  client: Client,
  options: object = { seed: 'minimal' },
  isWild = false,
): Promise<Tenant> => {
  const made = await client.control<Omit<Tenant, 'isWild'>>('POST', '/workspaces', options)
  return { id: made.id, fixtures: made.fixtures, isWild }
}

export const clear = async (client: Client): Promise<void> => {
  const { workspaces } = await client.control<{ workspaces: { id: string }[] }>(
    'GET',
    '/workspaces',
  )
  for (const { id } of workspaces)
    if (id !== DEFAULT_WORKSPACE)
      // Another connection may have removed it in the meantime.
      await client.control('DELETE', `/workspaces/${id}`).catch((error: unknown) => {
        if (!(error instanceof RefusedError)) throw error
      })
  await client.control('POST', '/reset', { parts: ['data', 'journal', 'faults', 'clock'] })
}

/** The same, and makes workspaces of every kind. */
export const setStage = async (client: Client): Promise<readonly Tenant[]> => {
  await clear(client)
  const fixtures = await client.control<Fixtures>('GET', '/fixtures')
  const tenants: Tenant[] = [{ id: DEFAULT_WORKSPACE, fixtures, isWild: false }]
  for (const options of CALM) tenants.push(await createTenant(client, options))
  for (const options of WILD) tenants.push(await createTenant(client, options, true))
  return tenants
}

/** Headers of a caller of the portal; its signature is not checked by default. */
export const portalHeaders = ({ fixtures }: Pick<Tenant, 'fixtures'>): Headers => [
  ...callerOf(fixtures.app.accessToken),
  ['X-App-Key', fixtures.portalApp.appKey],
  ['S-Sign', 'x'],
  ['S-Timestamp', '1'],
  ['S-Nonce', `n${performance.now()}`],
]

/** The parameters of an operation that are answered with code 0 on a fresh workspace. */
export const sampleOf = ({ fixtures }: Pick<Tenant, 'fixtures'>, id: string): object | undefined =>
  CATALOGUE.find((operation) => operation.id === id)?.sample(fixtures)

/** The call of an operation, with its sample where no other parameter is given. */
export const operationCall = (
  tenant: Pick<Tenant, 'fixtures'>,
  id: string,
  param: unknown = sampleOf(tenant, id),
): FuzzRequest => {
  const { path = '', surface } = CATALOGUE.find((operation) => operation.id === id) ?? {}
  return surface === 'portal'
    ? jsonRequest('POST', path, param, portalHeaders(tenant))
    : jsonRequest('POST', path, { param }, callerOf(tenant.fixtures.app.accessToken))
}

/** Operations that take away what others need, or that need a fresh upload for each call. */
export const UNREPEATABLE: ReadonlySet<string> = new Set(['E7', 'E13', 'E18'])
