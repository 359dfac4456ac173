import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { send } from '#test/kit/http.ts'
import { injectServer } from '#test/kit/server.ts'

const pathOf = (id: string): string =>
  CATALOGUE.find((operation) => operation.id === id)?.path ?? expect.unreachable()

const messageAt = async (path: string): Promise<string> => {
  const server = await injectServer()
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
    ['of its surface', '/open-api/standard/v2/asset/collection/search', pathOf('E1')],
    ['of the other surface', '/open-api/standard/v1/getContent', pathOf('E11')],
    ['below another beginning', '/open-api/standard/portal/open/block/search', pathOf('E6')],
  ])('is answered with the path that it resembles: %s', async (_, path, meant) => {
    expect(await messageAt(path)).toContain(`; did you mean ${meant}?`)
  })

  test.each(['/openapi', '/openapi/e22.json', '/OpenAPI.yaml'])(
    'is answered with the paths of the documents: %s',
    async (path) => {
      expect(await messageAt(path)).toContain('; /openapi.json describes all operations, ')
    },
  )

  test('is answered without a suggestion where it resembles none', async () => {
    expect(await messageAt('/open-api/zzzzzzzzzz')).not.toContain('did you mean')
  })
})

describe('a path of files that takes another method', () => {
  const part = '/_files/00000000/uploads/ee0edde2-88d5-4312-ab78-89b9577e974b/parts/1'

  test.each([
    ['POST', part, 'PUT'],
    ['POST', `${part}?expires=1&signature=x`, 'PUT'],
    ['POST', `/w/00000000${part}`, 'PUT'],
    ['POST', '/_files/uploads/x/parts/1', 'PUT'],
    ['GET', '/_files/uploads', 'POST'],
    ['PATCH', '/_files/uploads/x', 'GET, HEAD, DELETE'],
    ['POST', '/_files/00000000/resources/500001/download?signature=x', 'GET, HEAD'],
    ['PUT', '/_files/00000000/contents/80001/cover/10x10', 'GET, HEAD'],
  ])('is answered with 405 and the allowed ones: %s %s', async (method, path, allowed) => {
    const server = await injectServer()
    const reply = await send(server.url + path, { method })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe(`${allowed}, OPTIONS`)
    const { code, message } = reply.body as { code: string; message: string }
    expect(code).toBe('90000008')
    expect(message).toContain(` is called with ${allowed.replaceAll(', ', ' or ')}, not ${method}`)
    expect(message).not.toContain('signature')
  })

  test('is unknown where no upload can be', async () => {
    const server = await injectServer()
    for (const path of ['/_files/00000000/uploads/x/parts', '/_files/x', '/_filesuploads'])
      expect((await send(server.url + path, { method: 'POST' })).status, path).toBe(404)
  })
})
