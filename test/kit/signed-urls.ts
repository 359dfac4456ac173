import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Expects a URL of one of the workspace's files, signed until an instant (A-file-1), and returns its path. */
export const expectSigned = (server: TestServer, address: unknown, expiresAtMs: number): string => {
  const { origin, pathname, search, searchParams } = new URL(String(address))
  expect(origin).toBe(server.url)
  expect(pathname.startsWith(`/_files/${server.workspace.id}/`), pathname).toBe(true)
  const signed = `${pathname}?expires=${expiresAtMs}`
  const { signingKey } = server.workspace.record
  const signature = createHash('sha256').update(`${signed}\n${signingKey}`)
  expect(`${pathname}${search}`).toBe(`${signed}&signature=${signature.digest('hex')}`)
  expect([...searchParams.keys()]).toEqual(['expires', 'signature'])
  return pathname
}
