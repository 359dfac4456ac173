import { describe, expect, test } from 'vitest'
import { assumptionIds } from '#src/contract/assumptions/index.ts'
import { send } from '#test/kit/http.ts'
import { injectServer } from '#test/kit/server.ts'

interface Assumptions {
  readonly assumptions: readonly { readonly number: string; readonly operations: string[] }[]
}

describe('the assumptions of the control plane', () => {
  test('are all of them, or those of a list as the header x-sandbox-assumptions has it', async () => {
    const server = await injectServer()
    const numbersAt = async (path: string) =>
      (await server.control<Assumptions>(path)).assumptions.map(({ number }) => number)
    expect(await numbersAt('/assumptions')).toEqual(assumptionIds())
    expect(await numbersAt('/assumptions?number=A-auth-4')).toEqual(['A-auth-4'])
    expect(await numbersAt('/assumptions?number=A-20-1,%20A-1-2')).toEqual(['A-20-1', 'A-1-2'])
  })

  test.each([
    ['a-auth-4', 'number "a-auth-4" is not an assumption; did you mean "A-auth-4"?'],
    ['A-1-2,a', 'number "a" is not an assumption'],
    ['', 'number "" is not an assumption'],
  ])('are refused by a number that does not exist: "%s"', async (number, detail) => {
    const { url } = await injectServer()
    const reply = await send(`${url}/_sandbox/assumptions?number=${number}`, {})
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ detail })
  })

  test('name the operations that they concern by a header, unless these are all', async () => {
    const server = await injectServer()
    const operationsOf = async (number: string) =>
      (await server.control<Assumptions>(`/assumptions?number=${number}`)).assumptions[0]
        ?.operations
    expect(await operationsOf('A-auth-4')).toEqual(['E6', 'E11'])
    expect(await operationsOf('A-11-1')).toEqual(expect.arrayContaining(['E6', 'E11']))
    expect(await operationsOf('A-auth-2')).not.toContain('E6')
    expect(await operationsOf('A-auth-8')).toEqual([])
  })
})
