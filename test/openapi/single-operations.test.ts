import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { singleOperations } from '#src/openapi/single-operations.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { injectServer } from '#test/kit/server.ts'

let operations: Record<string, object>

beforeAll(async () => {
  operations = singleOperations(await interfaceDocument())
})

/** Maximum size of an operation for programs that read it whole, in bytes. */
const maxBytes = (id: string): number => (id === 'E4' ? 26_500 : 12_000)

describe('an operation as a document of its own', () => {
  test.each(CATALOGUE.map(({ id }) => id))(
    '%s is small and valid, and says what it needs',
    async (id) => {
      const document = operations[id] ?? {}
      expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(maxBytes(id))
      const { valid, errors } = await new Validator().validate(
        structuredClone(document) as Record<string, unknown>,
      )
      expect(errors).toBeUndefined()
      expect(valid).toBe(true)
      const { paths } = document as { paths: Record<string, { post: Record<string, unknown> }> }
      const [operation] = Object.values(paths).map(({ post }) => post)
      expect(operation).toMatchObject({
        operationId: expect.stringMatching(/^[a-z]+[A-Z]\w+$/),
        'x-operation': id,
        'x-refusals': expect.any(Object),
        'x-assumptions': expect.any(Object),
        requestBody: {
          content: { 'application/json': { examples: { success: expect.anything() } } },
        },
        responses: {
          200: { content: { 'application/json': { examples: { success: expect.anything() } } } },
        },
      })
    },
  )
})

describe('a server', () => {
  test('answers one operation with its own paths and codes, and 404 for an unknown one', async () => {
    const { app } = await injectServer({ env: { SANDBOX_CODES: '90030002=777' } })
    const reply = await app.inject('/openapi/E22.json')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.body).toContain('"777 unknownAsset"')
    expect(Object.keys(reply.json().paths)).toEqual(
      Object.keys((operations.E22 as { paths: object }).paths),
    )
    for (const name of ['E99.json', 'E22', 'constructor.json', '..%2fcontrol.json'])
      expect((await app.inject(`/openapi/${name}`)).statusCode, name).toBe(404)
  })

  test('leads programs by /llms.txt and the service document to paths that exist', async () => {
    const { app, control } = await injectServer()
    const guide = await app.inject('/llms.txt')
    expect(guide.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(guide.body).toContain(readFileSync('docs/agents/llms.txt', 'utf8'))
    expect(guide.body.match(/openapi\/E\d+\.json\)/g)).toHaveLength(CATALOGUE.length)
    const service = await control<{ links: Record<string, string> }>('')
    expect(service).toMatchObject({
      name: 'dam-sandbox',
      profile: 'local',
      uptimeMs: expect.any(Number),
    })
    const named = [...guide.body.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path)
    for (const path of [...Object.values(service.links), ...named])
      expect(
        (await app.inject({ url: path, headers: { host: '127.0.0.1' } })).statusCode,
        path,
      ).toBe(200)
  })

  test.each(['docs/agents/llms.txt', 'docs/agents/SKILL.md'])('%s is small', (file) => {
    expect(readFileSync(file).length).toBeLessThanOrEqual(4_000)
  })
})
