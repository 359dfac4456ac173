import type { JsonObject } from '#src/viewer/page/openapi-parts.ts'
import { BASE } from './place.ts'
import { readOnce } from './read-once.ts'

/** The OpenAPI document of the interface, which is the same as long as the server runs. */
export const readDocument = readOnce(
  async (): Promise<JsonObject> =>
    (await fetch(`${BASE}/openapi.json`, { credentials: 'omit' })).json(),
)
