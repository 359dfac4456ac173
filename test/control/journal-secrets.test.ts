import { describe, expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { expectCalls } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

/** A secret without a known form, which the server never issued. */
const SECRET = 'qSecretOfSomebody7Z'
const JSON_TYPE = { 'content-type': 'application/json' }
const AUTH = { 'access-token': TOKEN, 'token-type': 'bearer' }

interface Sent {
  path?: string
  headers?: Record<string, string>
  body?: string
  /** The text that must not appear, if it is not the usual secret. */
  secret?: string
}

const FORMS: Readonly<Record<string, Sent>> = {
  'a query access-token': { path: `?access-token=${SECRET}` },
  'a query key': { path: `?a=b&key=${SECRET}` },
  'a matrix parameter behind another': { path: `;a=b;access_token=${SECRET};c=d` },
  'a header access_token': { headers: { access_token: SECRET } },
  'a header x-api-key': { headers: { 'x-api-key': SECRET } },
  'the token as Token-type': { headers: { 'token-type': TOKEN }, secret: TOKEN },
  'another token as Token-type': { headers: { 'token-type': `${SECRET}.x` } },
  'a key access-token': { body: `{"access-token":"${SECRET}","param":{"userIds":[]}}` },
  'a key client-key in a part': { body: `{"param":{"userIds":[],"client-key":"${SECRET}"}}` },
  'keys without quotes': { body: `{ clientKey:"${SECRET}"}` },
  'a form': { body: `a=b&client%4Bey=${SECRET}` },
  XML: { body: `<a><clientKey>${SECRET}</clientKey></a>` },
}

const call = (server: TestServer, { path = '', headers, body }: Sent) =>
  send(`${server.url}${pathOf('E8')}${path}`, {
    method: 'POST',
    headers: { ...AUTH, ...JSON_TYPE, ...headers },
    body: body ?? '{"param":{"userIds":[]}}',
  })

describe('a secret sent as', () => {
  test.each(Object.entries(FORMS))(
    '%s appears in no list, body, archive, difference or log line',
    async (_form, sent) => {
      const { secret = SECRET } = sent
      const log: string[] = []
      const server = await injectServer({ log })
      await call(server, sent)
      const none = await expectCalls(server, 'wait', { match: { body: { no: 1 } }, timeoutMs: 0 })
      const shown = [
        await server.control('/journal'),
        await server.control('/journal?bodies=true'),
        await server.control('/journal/1'),
        await server.control('/journal/har'),
        none,
        log,
      ]
      expect(none.nearest?.seq).toBe(1)
      expect(log.length).toBeGreaterThan(0)
      for (const one of shown) expect(JSON.stringify(one)).not.toContain(secret)
    },
  )
})
