import { expect } from 'vitest'
import { type Reply, sendJson } from './http.ts'
import type { TestServer } from './server.ts'

export const act = (
  server: Pick<TestServer, 'url'>,
  path: string,
  body: unknown = {},
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<Reply> => sendJson(`${server.url}/_sandbox${path}`, body, {}, method)

/** Sends a JSON body to a route of the control plane that must succeed, and returns the answer. */
export const done = async <T>(
  server: Pick<TestServer, 'url'>,
  path: string,
  body: unknown = {},
): Promise<T> => {
  const reply = await act(server, path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as T
}

/** Expects a problem document with these words in its detail. */
export const expectRefused = (reply: Reply, status: number, ...words: string[]): void => {
  expect(reply.status, reply.text).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const { detail } = reply.body as { detail: string }
  for (const word of words) expect(detail).toContain(word)
}
