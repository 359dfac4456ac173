import { describe, expect, test } from 'vitest'
import type { WorkspaceDetail } from '#src/client/generated/control.ts'
import { configOf, readConfig } from '#src/config/config.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer } from '#test/kit/server.ts'

const MIB = 1_048_576

describe('the quota of the settings', () => {
  test('is the quota of each new workspace, and the most that one can have', async () => {
    const server = await injectServer({
      env: { SANDBOX_QUOTA: 'databaseBytes=50MiB, fileBytes=1GiB' },
    })
    const quotaOf = async (options = {}) => {
      const { id } = await createWorkspace(server, options)
      return (await server.control<WorkspaceDetail>(`/workspaces/${id}`)).quota
    }
    const quota = { databaseBytes: 50 * MIB, fileBytes: 1_024 * MIB }
    expect(await quotaOf()).toEqual(quota)
    const asked = { databaseBytes: 20 * MIB, fileBytes: 5_000 * MIB }
    expect(await quotaOf({ quota: asked })).toEqual({ ...quota, databaseBytes: 20 * MIB })
  })

  test('replaces single sizes of the profile staging', async () => {
    const env = {
      SANDBOX_PROFILE: 'staging',
      SANDBOX_ADMIN_KEY: 'k'.repeat(16),
      SANDBOX_DATA: freshFolder(),
      SANDBOX_QUOTA: 'fileBytes=2GiB',
    }
    const { sandbox } = await injectServer({ env })
    expect(sandbox.quota).toEqual({
      databaseBytes: 1_024 * MIB,
      fileBytes: 2_048 * MIB,
      snapshotBytes: 5_120 * MIB,
    })
  })

  test('is an object in the library', () => {
    expect(configOf({ quota: { fileBytes: 4_096 } }).quota).toEqual({ fileBytes: 4_096 })
  })

  test.each(['fileBytes', 'fileBytes=many', 'fileByte=1GiB', 'fileBytes=0', 'fileBytes=1GB'])(
    'is refused as %j, with what it must be',
    (text) => {
      expect(() => readConfig([], { SANDBOX_QUOTA: text })).toThrow(
        /SANDBOX_QUOTA must be (sizes of databaseBytes|pairs)/,
      )
    },
  )
})
