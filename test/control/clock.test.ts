import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer } from '#test/kit/server.ts'

const { max } = LIMITS.clockMs

const instant = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: max - 100_000, max }),
  fc.constantFrom(0, max, max + 1, Number.MAX_SAFE_INTEGER),
)

const move = fc.oneof(
  fc.record({ mode: fc.constantFrom('offset', 'frozen'), now: instant }),
  fc.constantFrom({ mode: 'real' }, { mode: 'offset' }, { mode: 'frozen' }),
  fc.record({ ms: instant }),
)

describe('the clock of a workspace', () => {
  test('gives times that operations can answer for every setting', async () => {
    const server = await injectServer({ env: { SANDBOX_CHECK_REPLIES: 'on' } })
    const { E5, E9 } = samplesOf(server.fixtures)
    const goOn = async (moves: readonly ({ mode: string; now?: number } | { ms: number })[]) => {
      await act(server, '/clock', { mode: 'real' }, 'PUT')
      for (const wanted of moves) {
        const reply =
          'ms' in wanted
            ? await act(server, '/clock/advance', wanted)
            : await act(server, '/clock', wanted, 'PUT')
        expect([200, 400], reply.text).toContain(reply.status)
        const { now } = await server.control<{ now: number }>('/clock')
        // An offset clock keeps running.
        expect(now).toBeLessThan(max + 60_000)
        const created = await server.call('E9', E9)
        expect(created.body, created.text).toMatchObject({ code: '0' })
        const shown = await server.call('E5', E5)
        expect(shown.status, shown.text).toBe(200)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), goOn), {
      numRuns: 15,
      examples: [
        [[{ mode: 'offset', now: Number.MAX_SAFE_INTEGER }]],
        [[{ mode: 'offset', now: max }, { ms: 1 }]],
      ],
    })
  })

  test('rejects times beyond its bounds, naming the bound', async () => {
    const server = await injectServer()
    const beyond = max + 1
    for (const mode of ['offset', 'frozen']) {
      expectRefused(await act(server, '/clock', { mode, now: beyond }, 'PUT'), 400, 'now', `${max}`)
      const clock = { mode, now: beyond }
      expectRefused(await act(server, '/workspaces', { clock }), 400, 'now', `${max}`)
    }
    expect((await act(server, '/clock', { mode: 'frozen', now: max }, 'PUT')).status).toBe(200)
    expectRefused(await act(server, '/clock/advance', { ms: 1 }), 400, 'ms', `${max}`)
  })
})
