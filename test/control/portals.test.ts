import { describe, expect, test } from 'vitest'
import type { Portals } from '#src/client/generated/control.ts'
import { act } from '#test/kit/acts.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const portalsOf = (server: TestServer): Promise<Portals> => server.control('/portals')

describe('GET /_sandbox/portals', () => {
  test.each(['minimal', 'demo'])('lists the blocks that E6 takes, of the seed %s', async (seed) => {
    const server = await injectServer({ env: { SANDBOX_SEED: seed } })
    const { total, portals } = await portalsOf(server)
    expect(total).toBe(portals.length)
    const { id, code, blockId, tag } = server.fixtures.portal
    const portal = portals.find((one) => one.id === id)
    expect(portal).toMatchObject({ code, name: expect.stringMatching(/./) })
    expect(portal?.blocks.find((block) => block.id === blockId)?.tags).toContain(tag)
    for (const block of portals.flatMap(({ blocks }) => blocks)) {
      const { totalCount } = await server.result<{ totalCount: number }>('E6', {
        blockId: block.id,
      })
      expect(totalCount).toBeLessThanOrEqual(block.contentCount)
      expect([...block.tags].sort()).toEqual(block.tags)
    }
  })

  test('lists a portal without blocks, and one that a seed brings', async () => {
    const server = await injectServer()
    const portal = { id: 990, code: 'A'.repeat(32), name: 'New portal', blocks: [] }
    expect((await act(server, '/seed', { portals: [portal] })).status).toBe(200)
    const { total, portals } = await portalsOf(server)
    expect(total).toBe(2)
    expect(portals[1]).toEqual(portal)
  })
})
