import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { send } from '#test/kit/http.ts'
import { startServer } from '#test/kit/server.ts'

const pathOf = (id: string): string =>
  CATALOGUE.find((operation) => operation.id === id)?.path ?? expect.unreachable()

const messageAt = async (path: string): Promise<string> => {
  const server = await startServer()
  const reply = await send(server.url + path, { method: 'POST', body: '{}' })
  expect(reply.status).toBe(404)
  return (reply.body as { message: string }).message
}

describe('a path that no route takes', () => {
  test.each([
    ['without its ending', pathOf('E8').replace(/-list$/, ''), pathOf('E8')],
    ['in another version', pathOf('E8').replace('v1', 'v2'), pathOf('E8')],
    ['in another case', pathOf('E22').toUpperCase(), pathOf('E22')],
    ['with a letter too many', `${pathOf('E22')}s`, pathOf('E22')],
    ['by its last word', '/oauth/token', '/open-api/oauth/get-token'],
  ])('is answered with the path that it resembles: %s', async (_, path, meant) => {
    expect(await messageAt(path)).toContain(`; did you mean ${meant}?`)
  })

  test('is answered without a suggestion where it resembles none', async () => {
    expect(await messageAt('/open-api/zzzzzzzzzz')).not.toContain('did you mean')
  })
})
