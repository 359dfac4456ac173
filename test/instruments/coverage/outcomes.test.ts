import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import type { Example } from '#src/openapi/examples/recorded-example.ts'
import { coverageOf, covered } from '#test/kit/coverage.ts'
import { freezeAt } from '#test/kit/records.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

/** After everything in the seed `demo`. */
const NOW = 1_793_491_200_000

const DECLARED = CATALOGUE.flatMap(({ id, outcomes }) =>
  Object.keys(outcomes).map((name) => ({ id, name })),
)

const exampleOf = (of: string, outcome: string): Example | undefined =>
  EXAMPLES.find((example) => example.of === of && example.outcome === outcome)

const SHOWN = DECLARED.filter(({ id, name }) => exampleOf(id, name))

const send = (server: TestServer, example: Example | undefined) =>
  server.result(example?.of ?? '', undefined, { body: example?.body?.(server.fixtures) })

const callsOf = async (server: TestServer, id: string, name: string): Promise<number> => {
  const { successes } = covered(await coverageOf(server), id)
  return successes.find((one) => one.name === name)?.calls ?? Number.NaN
}

describe('a success that an operation tells apart', () => {
  test.each(SHOWN)('$id $name is counted when it is met, and not before', async ({ id, name }) => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    freezeAt(server, NOW)
    const [usual, one] = [exampleOf(id, 'success'), exampleOf(id, name)]
    // A repeated call has its sample before, which is the nearest that is answered otherwise.
    const before = one?.after ? [one.after] : [usual?.after, usual]
    for (const example of before) if (example) await send(server, example)
    expect(await callsOf(server, id, name)).toBe(0)
    await send(server, one)
    expect(await callsOf(server, id, name)).toBe(1)
  })

  test('E10 empty-list is counted when it is met, and not before', async () => {
    const server = await injectServer({ variants: { 'A-7-4': 'when-complete' } })
    const { E7, E10 } = samplesOf(server.fixtures)
    for (const [completeStatus, calls] of [
      [true, 0],
      [false, 1],
    ] as const) {
      await server.result('E7', { ...E7, completeStatus })
      await server.result('E10', E10)
      expect(await callsOf(server, 'E10', 'empty-list')).toBe(calls)
    }
  })

  test('has an example or a test here', () => {
    const others = DECLARED.filter((one) => !SHOWN.includes(one))
    expect(others).toEqual([{ id: 'E10', name: 'empty-list' }])
  })

  test('fails a call when its operation does not declare it', async () => {
    const server = await injectServer()
    const operation = Object(CATALOGUE.find(({ id }) => id === 'E8'))
    const { outcomes } = operation
    operation.outcomes = {}
    try {
      const reply = await server.call('E8', { userIds: [999_999] })
      expect(reply.body).toMatchObject({ code: '90000099' })
    } finally {
      operation.outcomes = outcomes
    }
  })

  test('is not counted for a call that is refused after all', async () => {
    const server = await injectServer({ variants: { 'A-12-1': 'all-or-nothing' } })
    const later = { ...samplesOf(server.fixtures).E12, sendTime: 9_000_000_000_000 }
    const reply = await server.call('E12', { ...later, users: ['nobody@example.com'] })
    expect(reply.body).not.toMatchObject({ code: '0' })
    expect(await callsOf(server, 'E12', 'later-notification')).toBe(0)
  })
})
