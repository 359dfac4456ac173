import { RECORD_KINDS } from '#src/client/generated/constants.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { Pool } from '../calls/pool.ts'
import type { Tenant } from '../calls/stage.ts'
import type { FuzzRequest } from '../core/request.ts'
import { jsonRequest } from '../core/request.ts'

const STATES = ['asset-ingested', 'composite-asset', 'empty-library', 'collection-editable']

/** Everything that reads or writes a workspace, once; `send` answers the JSON of an answer. */
export const exercise = async (
  tenant: Tenant,
  send: (request: FuzzRequest) => Promise<unknown>,
): Promise<void> => {
  const caller: [string, string][] = [
    ['Access-token', tenant.accessToken],
    ['Token-type', 'bearer'],
  ]
  const pool = new Pool()
  for (const { id, path, surface } of CATALOGUE) {
    const param = tenant.samples[id]
    const portal: [string, string][] = [
      ['X-App-Key', tenant.appKey],
      ['S-Sign', 'x'],
      ['S-Timestamp', '1'],
      ['S-Nonce', `${id}-${performance.now()}`],
    ]
    const isPortal = surface === 'portal'
    const headers = isPortal ? [...caller, ...portal] : caller
    pool.learn(await send(jsonRequest('POST', path, isPortal ? param : { param }, headers)))
  }
  for (const path of pool.signedPaths.slice(-6)) {
    await send({ method: 'GET', path, headers: [] })
    await send({
      method: 'GET',
      path,
      headers: [['x-sandbox-fault', 'during:delay=3']],
      patienceMs: 2_000,
    })
  }
  const workspace = `?workspace=${tenant.id}`
  const get = (path: string): FuzzRequest => ({
    method: 'GET',
    path: `/_sandbox${path}${workspace}`,
    headers: [],
  })
  await send(get('/fixtures'))
  for (const kind of RECORD_KINDS) await send(get(`/records/${kind}`))
  for (const state of STATES)
    await send(jsonRequest('POST', `/_sandbox/states/${state}${workspace}`, {}))
  await send(get('/export'))
  await send(jsonRequest('POST', `/_sandbox/snapshots${workspace}`, { name: 'a' }))
}
