import { expect } from 'vitest'
import type { Sums } from './coverage.ts'
import { otherWorkspace } from './databases.ts'
import type { TestServer } from './server.ts'

export const WORKERS = 50

/** A body of E8 that is answered. */
const USER_IDS = { param: { userIds: [1001] } }

/** The calls of a worker, over sockets of its own: some succeed, some are refused, some workers make more. */
const work = async (server: TestServer, token: string, worker: number): Promise<void> => {
  const calls = [
    ...Array.from({ length: 3 + (worker % 5) }, () =>
      server.call('E8', undefined, { token, body: USER_IDS }),
    ),
    server.call('E8', undefined, { token, body: { param: {} } }),
    server.call('E1', undefined, { token, body: { param: { page: 1 } } }),
  ]
  for (const reply of await Promise.all(calls)) expect(reply.status).toBe(200)
}

/** The sum over all workers: 3 + 4 + 5 + 6 + 7 for every five of them. */
export const SUMS_OF_WORKERS: Sums = {
  'E1 0': WORKERS,
  'E8 0': (WORKERS / 5) * 25,
  'E8 90020001': WORKERS,
}

export const workEverywhere = async (
  server: TestServer,
  tokens: readonly string[],
): Promise<void> => {
  await Promise.all(tokens.map((token, worker) => work(server, token, worker)))
}

/** Tokens of as many new workspaces. */
export const makeTokens = (server: TestServer): Promise<string[]> =>
  Promise.all(Array.from({ length: WORKERS }, async () => (await otherWorkspace(server)).token))

export const idOf = (token: string): string => token.slice(0, 8)
