import { expect } from 'vitest'
import { act, done } from '#test/kit/acts.ts'
import { exportOf, importTo } from '#test/kit/archives.ts'
import type { TestServer } from '#test/kit/server.ts'

type Prepare = (server: TestServer) => Promise<() => Promise<unknown>>

/** Ways back to the present data, by name: each prepares, and returns what goes back once the data have changed. */
export const WAYS_BACK: readonly (readonly [name: string, prepare: Prepare])[] = [
  ['a reset', async (server) => () => done(server, '/reset')],
  [
    'a restore',
    async (server) => {
      await act(server, '/snapshots', { name: 'before' })
      return () => done(server, '/snapshots/before/restore')
    },
  ],
  [
    'an import',
    async (server) => {
      const exported = await exportOf(server)
      return async () => expect((await importTo(server, exported)).status).toBe(200)
    },
  ],
]
