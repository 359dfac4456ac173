import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { act } from '#test/kit/acts.ts'
import { type Fixtures, send } from '#test/kit/http.ts'
import { injectServer, TOKEN } from '#test/kit/server.ts'

const require = createRequire(import.meta.url)

const load = (name: string) => require(resolve('test/tools/packages/node_modules', name))

interface Imported {
  readonly name: string
  readonly path: string
  readonly headers: readonly { key: string; value: string }[]
  readonly body: string
  readonly examples: readonly string[]
}

interface PostmanItem {
  readonly name: string
  readonly item?: readonly PostmanItem[]
  readonly request: {
    readonly url: { readonly path: readonly string[] }
    readonly header: readonly { key: string; value: string; disabled?: boolean }[]
    readonly body?: { readonly raw?: string }
  }
  readonly response: readonly { readonly name: string }[]
}

/** The requests of a Postman collection, without the headers that are off. */
const ofPostman = (items: readonly PostmanItem[]): Imported[] =>
  items.flatMap(({ name, item, request, response }) =>
    item
      ? ofPostman(item)
      : {
          name,
          path: `/${request.url.path.join('/')}`,
          headers: request.header.filter(({ disabled }) => !disabled),
          body: request.body?.raw ?? '',
          examples: response.map((one) => one.name),
        },
  )

const importToPostman = async (data: object) => {
  const { convertV2 } = load('openapi-to-postmanv2')
  const options = { parametersResolution: 'Example' }
  const { output } = await new Promise<{ output: { data: PostmanItem & { variable: object } }[] }>(
    (done, fail) =>
      convertV2({ type: 'json', data }, options, (error: unknown, made: never) =>
        error ? fail(error) : done(made),
      ),
  )
  const collection = output[0]?.data
  return { variables: collection?.variable, requests: ofPostman(collection?.item ?? []) }
}

interface BrunoItem {
  readonly name: string
  readonly items?: readonly BrunoItem[]
  readonly request: {
    readonly url: string
    readonly headers: readonly { name: string; value: string; enabled: boolean }[]
    readonly body?: { readonly json?: string | null }
  }
  readonly examples?: readonly { readonly name: string }[]
}

const ofBruno = (all: readonly BrunoItem[]): Imported[] =>
  all.flatMap(({ name, items, request, examples = [] }) =>
    items
      ? ofBruno(items)
      : {
          name,
          path: request.url.replace('{{baseUrl}}', ''),
          headers: request.headers
            .filter(({ enabled }) => enabled)
            .map(({ name: key, value }) => ({ key, value })),
          body: request.body?.json ?? '',
          examples: examples.map((one) => one.name),
        },
  )

const importToBruno = async (document: object) => {
  const { openApiToBruno } = load('@usebruno/converters')
  const { environments, items } = openApiToBruno(document)
  return { variables: environments[0].variables, requests: ofBruno(items) }
}

describe('the served document', () => {
  test.each([
    ['Postman', importToPostman],
    ['Bruno', importToBruno],
  ])(
    'is imported by %s as requests that succeed as they are, but for credentials',
    async (_, importAll) => {
      const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
      const { body } = await send(`${server.url}/openapi.json`, {})
      const fixtures = (await send(`${server.url}/_sandbox/fixtures`, {})).body as Fixtures
      const { variables, requests } = await importAll(body as object)
      expect(JSON.stringify(variables)).toContain(JSON.stringify(server.url))
      const codes: Record<string, string> = {}
      for (const { name, path, headers, body: text, examples } of requests) {
        const [id = ''] = name.split(' ')
        const operation = CATALOGUE.find((one) => one.id === id)
        for (const example of examples)
          expect(example.length, `${name}: ${example}`).toBeLessThan(140)
        if (!operation) continue
        expect(path).toBe(operation.path)
        await act(server, '/reset')
        const values = headers.map(({ key, value }) => [
          key,
          value.replace('<APP_KEY>', fixtures.portalApp.appKey),
        ])
        const sent = { ...Object.fromEntries(values), 'access-token': TOKEN }
        const reply = await send(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...sent },
          body: text,
        })
        codes[id] = String(Object(reply.body).code ?? '0')
      }
      expect(codes).toEqual(Object.fromEntries(CATALOGUE.map(({ id }) => [id, '0'])))
    },
  )
})
