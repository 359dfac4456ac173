import { describe, expect, test } from 'vitest'
import { injectServer } from '#test/kit/server.ts'

describe('a control call about another workspace', () => {
  test('opens no closed database when it needs none', async () => {
    const server = await injectServer({ env: { SANDBOX_MAX_OPEN: '1' } })
    const { workspace } = await server.sandbox.create()
    server.workspace.open()
    expect(workspace.openDatabase).toBeUndefined()
    for (const path of ['/clock', '/journal', '/faults', '/snapshots', '/variants'])
      await server.control(`${path}?workspace=${workspace.id}`)
    expect(workspace.openDatabase).toBeUndefined()
  })
})
