import { samplesOf } from '#src/openapi/examples/samples.ts'
import type { Fixtures } from '../../kit/http.ts'
import { ControlCallError, control } from '../core/control.ts'

/** A workspace as a tester uses it. */
export interface Tenant {
  readonly id: string
  readonly accessToken: string
  readonly clientId: string
  readonly clientKey: string
  readonly appKey: string
  readonly fixtures: Fixtures
  /** A legal request of every operation. */
  readonly samples: Record<string, Record<string, unknown>>
  /** Whether faults, odd clocks and quotas are set here. */
  readonly isWild: boolean
}

/** The workspaces of a tester, made anew at each reset. */
export interface Stage {
  readonly tenants: readonly Tenant[]
}

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

/** Puts a server into its first state: the default workspace reset, all others removed, and six made. */
export const setStage = async (url: string): Promise<Stage> => {
  const { workspaces } = await control<{ workspaces: { id: string }[] }>(url, 'GET', '/workspaces')
  for (const { id } of workspaces)
    if (id !== '00000000') await allowMissing(control(url, 'DELETE', `/workspaces/${id}`))
  await control(url, 'POST', '/reset', { parts: ['data', 'journal', 'faults', 'clock'] })
  const tenants = [await tenantOf(url, '00000000', false)]
  for (const options of CALM) tenants.push(await create(url, options, false))
  for (const options of WILD) tenants.push(await create(url, options, true))
  return { tenants }
}

/** Makes a workspace. */
export const create = async (url: string, options: object, isWild: boolean): Promise<Tenant> => {
  const { id } = await control<{ id: string }>(url, 'POST', '/workspaces', options)
  return tenantOf(url, id, isWild)
}

const tenantOf = async (url: string, id: string, isWild: boolean): Promise<Tenant> => {
  const fixtures = await control<Fixtures>(url, 'GET', `/fixtures?workspace=${id}`)
  const { app, portalApp } = fixtures
  return {
    id,
    accessToken: app.accessToken,
    clientId: app.clientId,
    clientKey: app.clientKey,
    appKey: portalApp.appKey,
    fixtures,
    samples: samplesOf(fixtures),
    isWild,
  }
}

/** Another connection may have removed it in the meantime. */
const allowMissing = async (call: Promise<unknown>): Promise<void> => {
  await call.catch((error: unknown) => {
    if (!(error instanceof ControlCallError)) throw error
  })
}
