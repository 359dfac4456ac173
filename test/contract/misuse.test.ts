import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { type Leaf, leavesOf, withLeaf } from '#test/kit/leaves.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

type Operation = (typeof CATALOGUE)[number]

const each = CATALOGUE.map((operation) => [operation.id, operation] as const)

const digestOf = (server: TestServer): string =>
  createHash('sha256').update(server.workspace.store.sqlite.serialize()).digest('hex')

const sampleBody = (server: TestServer, { id, surface }: Operation): unknown => {
  const param = samplesOf(server.fixtures)[id]
  return surface === 'portal' ? param : { token: TOKEN, param }
}

const expectRefusal = (reply: Reply, label: string): { code: string; message: string } => {
  expect(reply.status, label).toBe(200)
  const body = reply.body as { code: string; message: string; result: null }
  expect(Object.keys(body), label).toEqual(['code', 'message', 'result'])
  expect(body.code, label).toMatch(/^9\d{7}$/)
  expect(body.code, label).not.toBe('90000099')
  expect(body.result, label).toBeNull()
  return body
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Any JSON value that has none of the types of a place. Null in an optional place is no mistake. */
const wrongFor = ({ types, isRequired }: Leaf): fc.Arbitrary<unknown> =>
  fc
    .oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
      fc.array(fc.jsonValue(), { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    )
    .filter((value) => {
      const kind = kindOf(value)
      if (kind === 'null') return isRequired
      return !types.includes(kind)
    })

describe('every operation', () => {
  test.each(each)(
    '%s refuses a wrong type at every place of its request',
    async (id, operation) => {
      const server = await injectServer()
      const good = sampleBody(server, operation)
      const before = digestOf(server)
      for (const leaf of leavesOf(operation.body))
        await fc.assert(
          fc.asyncProperty(wrongFor(leaf), async (wrong) => {
            const body = withLeaf(good, leaf.path, wrong)
            const reply = await server.call(id, undefined, { body })
            const label = `${leaf.path.join('.')} = ${JSON.stringify(wrong)}`
            expect(expectRefusal(reply, label).message, label).toContain(leaf.name)
          }),
          { numRuns: 8 },
        )
      expect(digestOf(server)).toBe(before)
    },
  )

  test.each(each)('%s refuses a missing or null required field and names it', async (id, op) => {
    const server = await injectServer()
    const good = sampleBody(server, op)
    const before = digestOf(server)
    const required = leavesOf(op.body).filter((leaf) => leaf.isRequired)
    expect(required.length).toBeGreaterThan(0)
    for (const leaf of required)
      for (const value of [undefined, null]) {
        const reply = await server.call(id, undefined, { body: withLeaf(good, leaf.path, value) })
        const label = leaf.path.join('.')
        const { code, message } = expectRefusal(reply, label)
        expect(message).toContain(`${leaf.name} is missing`)
        expect(code).toBe('90020001')
      }
    expect(digestOf(server)).toBe(before)
  })

  test.each(each)(
    '%s takes null in an optional field as absent, with a finding',
    async (id, op) => {
      const server = await injectServer()
      const good = sampleBody(server, op)
      // A token and a contentId may be null, and a free key such as task1 is no field.
      const taken = ['token', 'contentId', 'task1']
      const optional = leavesOf(op.body).filter(
        ({ path, isRequired }) => !isRequired && !taken.includes(String(path.at(-1))),
      )
      for (const { path, name } of optional) {
        if (typeof path.at(-1) === 'number') continue
        const reply = await server.call(id, undefined, { body: withLeaf(good, path, null) })
        const found = reply.headers.get('x-sandbox-findings') ?? ''
        expect(found, path.join('.')).toMatch(new RegExp(`null-as-absent [^,]*${name}`))
        expect(reply.text).not.toMatch(/"code":"9002000/)
      }
    },
  )

  test.each(each)(
    '%s isolates workspaces: a call to one changes nothing in another',
    async (id) => {
      const server = await injectServer()
      const { credentials } = await server.sandbox.create({ seed: 'minimal' })
      const before = digestOf(server)
      const token = credentials.accessToken ?? ''
      const headers = { 'x-app-key': credentials.appKey }
      const reply = await server.call(id, samplesOf(server.fixtures)[id], { token, headers })
      expect(reply.text).toMatch(/^(true|\{\}|\{"code":"0")/)
      expect(digestOf(server)).toBe(before)
    },
  )

  test.each(each)('%s refuses bodies that are not a request', async (id, operation) => {
    const server = await injectServer()
    const before = digestOf(server)
    const good = JSON.stringify(sampleBody(server, operation))
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const sent = { 'content-type': 'application/json', ...portalHeaders, ...headers }
      return send(`${server.url}${operation.path}`, { method: 'POST', headers: sent, body })
    }
    const codeOf = async (reply: Promise<Reply>) => expectRefusal(await reply, id).code
    expect(await codeOf(post(good.slice(0, -1)))).toBe('90000001')
    expect(await codeOf(post(''))).toBe('90000002')
    expect(await codeOf(post(good, { 'content-type': 'text/plain' }))).toBe('90000003')
    expect(await codeOf(post(good, { 'content-type': 'multipart/form-data' }))).toBe('90000003')
    expect(await codeOf(post('['.repeat(100_000)))).toBe('90000005')
    expect(await codeOf(post(nestedIn(good)))).toBe('90000005')
    for (const body of ['null', '[]', '"text"', '1', 'true'])
      expect(await codeOf(post(body))).toBe('90020002')
    expect(digestOf(server)).toBe(before)
  })

  test.each(each)('%s refuses a missing, a wrong, a foreign and an expired token', async (id) => {
    const server = await injectServer()
    const param = samplesOf(server.fixtures)[id]
    const before = digestOf(server)
    const { credentials } = await server.sandbox.create({ seed: 'minimal' })
    const { clock } = server.workspace
    const nowMs = clock.now()
    clock.set({ mode: 'frozen', nowMs })
    const tokens = await send(`${server.url}/open-api/oauth/get-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: '00000000-sandbox', clientKey: 'sandbox-key' }),
    })
    const { result } = tokens.body as { result: { access_token: string; expires_in: number } }
    const codeWith = async (token: string | null) =>
      expectRefusal(await server.call(id, param, { token, prefix: '/w/00000000' }), id).code
    expect(await codeWith(null)).toBe('90010001')
    expect(await codeWith('nonsense')).toBe('90010003')
    expect(await codeWith('00000000-0000-4000-8000-000000000002')).toBe('90010003')
    expect(await codeWith(credentials.accessToken ?? '')).toBe('90010003')
    clock.set({ mode: 'frozen', nowMs: nowMs + result.expires_in * 1_000 })
    expect(await codeWith(result.access_token)).toBe('90010004')
    expect(digestOf(server)).toBe(before)
  })

  test.each(each)('%s answers or refuses unusual values, and keeps working', async (id, op) => {
    const server = await injectServer()
    const good = sampleBody(server, op)
    for (const leaf of leavesOf(op.body))
      for (const odd of oddValues(leaf)) {
        const reply = await server.call(id, undefined, { body: withLeaf(good, leaf.path, odd) })
        expect(reply.status, leaf.path.join('.')).toBe(200)
        expect(reply.text, leaf.path.join('.')).not.toContain('90000099')
      }
    const again = await server.call('E8', samplesOf(server.fixtures).E8)
    expect(again.body).toMatchObject({ code: '0' })
  })

  test.each(each)('%s answers with unknown keys, including __proto__', async (id, op) => {
    const server = await injectServer()
    const extra = '"__proto__":{"polluted":1},"constructor":null,"toString":[],"":0,"x-新":1,'
    const text = JSON.stringify(sampleBody(server, op)).replaceAll('{"', `{${extra}"`)
    const reply = await send(`${server.url}${op.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...portalHeaders },
      body: text,
    })
    expect(reply.status).toBe(200)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    if (id === 'E9') expectRefusal(reply, id)
    else expect(reply.text).toMatch(/^(true|\{\}|\{"code":"0")/)
    if (id !== 'E9')
      expect(reply.headers.get('x-sandbox-findings')).toContain('unknown-field __proto__')
  })
})

const portalHeaders = {
  'access-token': TOKEN,
  'token-type': 'bearer',
  'x-app-key': '00000000-portal',
  's-sign': 'any',
  's-timestamp': '1',
  's-nonce': 'once',
}

const nestedIn = (body: string): string =>
  `${body.slice(0, -1)},"extra":${'['.repeat(50_000)}${']'.repeat(50_000)}}`

const oddValues = ({ types }: Leaf): unknown[] => {
  if (types.includes('string'))
    return [
      '',
      '\0',
      'a\0b',
      '__proto__',
      '%',
      "'; DROP TABLE users; --",
      '😀',
      'x'.repeat(1_000_000),
    ]
  if (types.includes('integer'))
    return [0, -1, -0, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 53, 1e300]
  if (types.includes('array')) return [[]]
  if (types.includes('object')) return [{}, JSON.parse('{"__proto__":[1],"constructor":[1]}')]
  return []
}
