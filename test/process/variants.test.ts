import { describe, expect, test } from 'vitest'
import { act } from '#test/kit/acts.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { callOperation, freshFolder, startProcess, stopProcess } from '#test/kit/process.ts'

const change = (url: string, body: unknown, query = ''): Promise<Reply> =>
  act({ url }, `/variants${query}`, body, 'PATCH')

const chosen = async (url: string, query = ''): Promise<Record<string, string>> => {
  const { body } = await send(`${url}/_sandbox/variants${query}`, { method: 'GET' })
  const { assumptions } = body as { assumptions: { number: string; chosen: string }[] }
  return Object.fromEntries(assumptions.map((one) => [one.number, one.chosen]))
}

describe('switched variants', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'outlive the end of the server by %s',
    async (signal) => {
      const env = { SANDBOX_DATA: freshFolder() }
      const first = startProcess(env)
      const url = await first.url()
      expect((await act({ url }, '/workspaces', { name: 'own' })).status).toBe(201)
      for (const query of ['', '?workspace=own'])
        expect((await change(url, { 'A-20-1': 'envelope' }, query)).status).toBe(200)
      first.child.kill(signal)
      await first.ending()
      const again = await startProcess({ ...env, SANDBOX_ASSUME: 'A-1-1=everything' }).url()
      expect(await chosen(again)).toMatchObject({ 'A-20-1': 'envelope', 'A-1-1': 'everything' })
      const own = await chosen(again, '?workspace=own')
      expect(own).toMatchObject({ 'A-20-1': 'envelope', 'A-1-1': 'refused' })
    },
  )
})

describe('a variation', () => {
  test('outlives the end of the server, with the same bytes', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const first = startProcess(env)
    const url = await first.url()
    expect((await act({ url }, '/variation', { seed: 7 }, 'PUT')).status).toBe(200)
    const before = await listGroups(url)
    expect(before.text).toContain('"extra')
    expect(await listGroups(url)).toMatchObject({ text: before.text })
    first.child.kill('SIGKILL')
    await first.ending()
    const second = startProcess(env)
    const again = await second.url()
    expect((await listGroups(again)).text).toBe(before.text)
    await send(`${again}/_sandbox/variation`, { method: 'DELETE' })
    await stopProcess(second)
    const third = await startProcess({ ...env, SANDBOX_VARIATION: '7' }).url()
    expect((await listGroups(third)).text).not.toContain('"extra')
  })
})

/** An answer without URLs, whose host and signature would differ. */
const listGroups = (url: string): Promise<Reply> => callOperation(url, 'E17', {})
