import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { act, expectRefused } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer } from '#test/kit/server.ts'

const start = async () => {
  const data = join(freshFolder(), 'data')
  const server = await injectServer({ env: { SANDBOX_DATA: data } })
  return { server, data, databases: join(data, 'databases') }
}

const services = [
  ['a reset', '/reset', {}, 200],
  ['a snapshot', '/snapshots', { name: 'one' }, 201],
  ['a creation', '/workspaces', {}, 201],
] as const

describe('a database folder that was removed while the server runs', () => {
  test.each(services)(
    'is created again by %s, together with its file',
    async (_name, path, body, status) => {
      const { server, databases } = await start()
      rmSync(databases, { recursive: true })
      const reply = await act(server, path, body)
      expect(reply.status, reply.text).toBe(status)
      const files = readdirSync(databases)
      if (path === '/snapshots') expect(files.some((name) => name.startsWith('image.'))).toBe(true)
      else {
        const { id = server.workspace.id } = reply.body as { id?: string }
        expect(files).toContain(server.sandbox.find(id)?.record.databaseFile)
      }
    },
  )

  test.each(services)(
    'is not created by %s when the registry is missing too',
    async (_name, path, body) => {
      const { server, data } = await start()
      renameSync(data, `${data}-away`)
      expectRefused(await act(server, path, body), 503, data, 'restore the folder')
      expect(existsSync(data)).toBe(false)
    },
  )
})
