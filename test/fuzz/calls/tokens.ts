import { jsonRequest } from '../core/request.ts'
import { disturb } from './headers.ts'
import { mutate, mutateText } from './mutate.ts'
import { writeJson } from './odd-values.ts'
import type { Scene, Step } from './step.ts'

/** Getting and refreshing access tokens. */
export const askForToken = (scene: Scene): Step => {
  const { random, tenant, stranger, pool } = scene
  const isRefresh = random.chance(0.3)
  const owner = random.chance(0.95) ? tenant : stranger
  const body = isRefresh
    ? { refresh_token: String(pool.find(random, '', 'refresh_token') ?? 'x') }
    : { clientId: tenant.clientId, clientKey: owner.clientKey }
  const path = `/open-api/oauth/${isRefresh ? 'refresh' : 'get'}-token`
  const text = writeJson(random.chance(0.5) ? mutate(body, random) : body)
  const bytes = random.chance(0.1) ? mutateText(text, random) : Buffer.from(text)
  const held = tenant.isWild ? { patienceMs: 1_000 } : {}
  return { request: disturb({ ...jsonRequest('POST', path, {}), body: bytes, ...held }, scene) }
}
