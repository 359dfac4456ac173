import { describe, expect, test } from 'vitest'
import { RECORDED_URL, recordExamples, type SendRequest } from '#scripts/record-examples.ts'
import { REFUSALS } from '#src/contract/errors/refusals.ts'
import { withExamples } from '#src/openapi/document-examples.ts'
import type { RecordedExample } from '#src/openapi/examples/recorded-example.ts'
import { act } from '#test/kit/acts.ts'
import type { Document, Operation } from '#test/kit/documents.ts'
import { type Fixtures, send } from '#test/kit/http.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { injectServer } from '#test/kit/server.ts'

/** What `GET /_sandbox/fixtures` has at a path such as `users.owner.id`. */
const valueAt = (value: unknown, path: string) =>
  path.split('.').reduce((inner, key) => Object(inner)[key], Object(value))

const sendTo =
  (url: string): SendRequest =>
  async ({ method, path, headers, body }) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await send(url + path, { method, headers, ...sent })).text
  }

type Shown = Readonly<Record<string, { value?: unknown } & Record<`x-${string}`, unknown>>>

/** The calls that the examples of an operation describe, with the ids of these fixtures, and the codes of their answers. */
const callsOf = (path: string, method: string, operation: Operation, fixtures: Fixtures) => {
  const media = operation.requestBody?.content['application/json'] ?? {}
  const requests = { ...media.examples, ...Object(media['x-invalid-examples']) } as Shown
  const answers = operation.responses['200']?.content?.['application/json']?.examples as Shown
  return Object.entries(answers ?? {}).map(([name, { value }]) => {
    const request = requests[name]
    const parameters = (operation.parameters ?? []) as { name: string; examples?: Shown }[]
    const url = parameters.reduce((text, { name: key, examples }) => {
      const { value: shown, 'x-fixture': fixture } = examples?.[name] ?? {}
      return text.replace(`{${key}}`, String(fixture ? valueAt(fixtures, String(fixture)) : shown))
    }, path)
    const body = request && withFixtures(request.value, request['x-fixtures'], fixtures)
    const json = request && { 'content-type': 'application/json' }
    const headers = { ...json, ...credentials(fixtures), ...Object(request?.['x-headers']) }
    return {
      ...{ of: operation['x-operation'], name, code: Object(value).code ?? '0' },
      after: request?.['x-sandbox-after'],
      sent: { method: method.toUpperCase(), path: url, headers, body },
    }
  })
}

const credentials = ({ app, portalApp }: Fixtures) => ({
  ...{ 'access-token': app.accessToken, 'token-type': 'bearer', 'x-app-key': portalApp.appKey },
  ...{ 's-sign': 'any', 's-timestamp': '1', 's-nonce': 'once' },
})

const withFixtures = (value: unknown, places: unknown, fixtures: Fixtures): unknown => {
  const copy = structuredClone(Object(value))
  for (const [pointer, fixture] of Object.entries(Object(places))) {
    const keys = pointer.split('/').slice(1)
    const last = keys.pop() ?? ''
    keys.reduce((inner, key) => Object(inner)[key], copy)[last] = valueAt(fixtures, String(fixture))
  }
  return copy
}

const recordOn = async (seed: string): Promise<RecordedExample[]> => {
  const env = { SANDBOX_SEED: seed, SANDBOX_PUBLIC_URL: RECORDED_URL }
  return recordExamples(sendTo((await injectServer({ env, isShifted: true })).url))
}

describe('the examples of the document', () => {
  test('are answered by a new server as the document shows', async () => {
    const recorded = await recordOn('demo')
    const { paths } = interfaceDocument()
    expect(withExamples(paths, recorded)).toEqual(paths)
  })

  test('name the fixture of every value that they take from the fixtures', async () => {
    const { fixtures } = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const recorded = await recordOn('demo')
    const places = recorded.flatMap((example) =>
      Object.entries(example.fixtures).map(([pointer, path]) => ({
        shown: pointer
          .split('/')
          .slice(1)
          .reduce((value: unknown, key) => Object(value)[key], example),
        value: valueAt(fixtures, path),
      })),
    )
    expect(places.length).toBeGreaterThan(100)
    for (const { shown, value } of places) {
      expect(value).toBeDefined()
      if (!/^<[A-Z_]+>$/.test(String(shown))) expect(shown).toBe(value)
    }
  })

  test.each(['demo', 'minimal'])(
    'are answered with their codes by every fresh workspace of the seed %s',
    async (seed) => {
      const server = await injectServer({ env: { SANDBOX_SEED: seed } })
      const { paths } = (await send(`${server.url}/openapi.json`, {})).body as Document
      const calls = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          callsOf(path, method, operation, server.fixtures),
        ),
      )
      expect(calls.length).toBeGreaterThan(100)
      for (const { of, name, code, after, sent } of calls) {
        expect(code, `${of} ${name}`).toBe(new Map(Object.entries(REFUSALS)).get(name)?.code ?? '0')
        await act(server, '/reset')
        const before = calls.find((one) => one.of === after && one.name === 'success')
        if (before) await sendTo(server.url)(before.sent)
        else expect(after, `${of} ${name}`).toBeUndefined()
        const text = await sendTo(server.url)(sent)
        expect(Object(JSON.parse(text)).code ?? '0', `${of} ${name}: ${text}`).toBe(code)
      }
    },
  )
})
