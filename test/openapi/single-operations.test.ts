import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

describe('what operations share', () => {
  const partOf = (id: string, key: string): string[] => {
    const { paths, ...document } = operations[id] as { paths: object } & Record<string, object>
    const [methods = {}] = Object.values(paths) as Record<string, Record<string, object>>[]
    const [operation = {}] = Object.values(methods)
    return Object.keys((id === 'common' ? document : operation)[key] ?? {})
  }

  test.each(['x-refusals', 'x-assumptions'])('is in one document, and not in theirs: %s', (key) => {
    const common = partOf('common', key)
    expect(common.length).toBeGreaterThan(2)
    const all = CATALOGUE.flatMap(({ id }) => partOf(id, key))
    expect(all.filter((one) => common.includes(one))).toEqual([])
    // Supporting routes share less with them, so their own documents are complete.
    if (key === 'x-refusals') expect(partOf('begin-upload', key)).toContain('90000099 internal')
  })

  test('makes no document miss a refusal of the whole one', async () => {
    const { paths } = interfaceDocument()
    const whole = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const operation of whole) {
      const id = String(operation['x-operation'] ?? operation.operationId)
      const listed = operation['x-refusals'] as { code: string; name: string }[]
      const told = [...partOf(id, 'x-refusals'), ...partOf('common', 'x-refusals')]
      expect(told, id).toEqual(
        expect.arrayContaining(listed.map((one) => `${one.code} ${one.name}`)),
      )
    }
  })

  test('leaves the assumptions of headers to operations that carry them', () => {
    for (const { id, surface } of CATALOGUE) {
      const isPortal = surface === 'portal'
      expect(partOf(id, 'x-assumptions').includes('A-auth-4'), id).toBe(isPortal)
      expect(partOf(id, 'x-assumptions').includes('A-auth-2'), id).toBe(!isPortal)
      expect(JSON.stringify(operations[id])).toContain(
        isPortal ? 'Any value is accepted by default' : 'Type of the access token',
      )
    }
  })
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
    // The paths that its text names, beside those of its links.
    for (const path of ['/openapi/common.json', '/docs/files.md', '/_sandbox/assumptions'])
      expect(guide.body).toContain(path)
    const named = [...guide.body.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path)
    for (const path of [...Object.values(service.links), ...named])
      expect(
        (await app.inject({ url: path, headers: { host: '127.0.0.1' } })).statusCode,
        path,
      ).toBe(200)
  })

  test('lists every operation that a client or its tests call, and answers each as a document', async () => {
    const { app } = await injectServer()
    const guide = (await app.inject('/llms.txt')).body
    const control = JSON.parse(
      readFileSync(join(app.sandbox.options.folders.openapi, 'control-operations.json'), 'utf8'),
    )
    const listed = [...guide.matchAll(/^- (\w+): [A-Z]+ \/_sandbox/gm)].map(([, id = '']) => id)
    expect(listed).toEqual(
      expect.arrayContaining([
        'postApprovalsByApprovalIdTasksByKeyDecision',
        'postStatesByName',
        'getAssumptions',
        'postReset',
      ]),
    )
    expect(listed.filter((id) => !(id in control))).toEqual([])
    const supporting = Object.keys(operations).filter((id) => !/^E\d+$|^common$/.test(id))
    for (const id of supporting) expect(guide).toContain(`(/openapi/${id}.json)`)
    const paths = [
      ...['common', ...supporting].map((id) => `/openapi/${id}.json`),
      ...Object.keys(control).map((id) => `/_sandbox/openapi/${id}.json`),
    ]
    for (const url of paths) {
      const reply = await app.inject({ url, headers: { host: '127.0.0.1' } })
      expect(reply.statusCode, url).toBe(200)
      expect(JSON.stringify(reply.json()).match(/"\$ref":"#\/components\/(?!schemas)/), url).toBe(
        null,
      )
    }
    // One of each kind; a validator takes long.
    for (const id of ['common', 'begin-upload', 'download', 'postReset', 'deleteFaults']) {
      const one = operations[id] ?? control[id]
      const { valid, errors } = await new Validator().validate(structuredClone(one))
      expect([id, valid, errors]).toEqual([id, true, undefined])
    }
  })

  test('keeps those of the control plane from callers without a key, where it has keys', async () => {
    const { app } = await injectServer({
      env: { SANDBOX_ADMIN_KEY: 'a key of at least 16 letters' },
    })
    const url = '/_sandbox/openapi/postReset.json'
    const host = '127.0.0.1'
    expect((await app.inject({ url, headers: { host } })).statusCode).toBe(401)
    const authorization = 'Bearer a key of at least 16 letters'
    expect((await app.inject({ url, headers: { host, authorization } })).statusCode).toBe(200)
  })

  test.each(['docs/agents/llms.txt', 'docs/agents/SKILL.md'])(
    '%s leads through tokens, files, signatures and approvals',
    (file) => {
      const text = readFileSync(file, 'utf8')
      for (const word of [
        ...['get-token', '/_files/grant', 'SDK', 'E16', '/_files/uploads/single', 'E13', 'E21'],
        ...['S-Sign', 'A-auth-4=hmac-sha256', 'E9', 'approval approve', '/docs/files.md'],
      ])
        expect(text).toContain(word)
    },
  )

  test.each(['docs/agents/llms.txt', 'docs/agents/SKILL.md'])('%s is small', (file) => {
    expect(readFileSync(file).length).toBeLessThanOrEqual(4_000)
  })
})
