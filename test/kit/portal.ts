import { createHash, createHmac } from 'node:crypto'
import type { Reply } from './http.ts'
import { type CallOptions, type TestServer, TOKEN } from './server.ts'

/** The signing keys of a portal call; times by the workspace's clock. */
interface Signed {
  nonce: string
  timestamp: string
  secret?: string
}

/** Calls an operation of the portal at the workspace's time, with other headers where given. */
export const callPortal = (
  server: TestServer,
  operation: string,
  body: unknown,
  { headers, ...options }: CallOptions = {},
): Promise<Reply> => {
  const timestamp = String(server.workspace.clock.now())
  return server.call(operation, body, {
    ...options,
    headers: { 's-timestamp': timestamp, ...headers },
  })
}

/** The headers of a call that is signed as the variant `hmac-sha256` of A-auth-4 requires. */
export const signedHeaders = (server: TestServer, body: unknown, signed: Signed) => {
  const { appKey, appSecret } = server.fixtures.portalApp
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const text = [appKey, signed.timestamp, signed.nonce, TOKEN, digest].join('\n')
  return {
    'x-app-key': appKey,
    's-timestamp': signed.timestamp,
    's-nonce': signed.nonce,
    's-sign': createHmac('sha256', signed.secret ?? appSecret)
      .update(text)
      .digest('hex'),
  }
}
