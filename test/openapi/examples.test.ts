import { describe, expect, test } from 'vitest'
import { RECORDED_URL, recordExamples, type SendRequest } from '#scripts/record-examples.ts'
import { REFUSALS, type RefusalName } from '#src/errors/refusals.ts'
import { withExamples } from '#src/openapi/document-examples.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import type { RecordedExample } from '#src/openapi/examples/recorded-example.ts'
import { send } from '#test/kit/http.ts'
import { interfaceDocument } from '#test/kit/interface-document.ts'
import { injectServer } from '#test/kit/server.ts'

/** What `GET /_sandbox/fixtures` has at a path such as `users.owner.id`. */
const valueAt = (fixtures: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, key) => Object(value)[key], fixtures)

const sendTo =
  (url: string): SendRequest =>
  async ({ method, path, headers, body }) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await send(url + path, { method, headers, ...sent })).text
  }

const recordOn = async (seed: string): Promise<RecordedExample[]> => {
  const env = { SANDBOX_SEED: seed, SANDBOX_PUBLIC_URL: RECORDED_URL }
  return recordExamples(sendTo((await injectServer({ env })).url))
}

describe('the examples of the document', () => {
  test('are answered by a new server as the document shows', async () => {
    const recorded = await recordOn('demo')
    const { paths } = interfaceDocument()
    expect(withExamples(paths, recorded)).toEqual(paths)
  })

  test('are refused by the code of their name, or answered', async () => {
    const recorded = await recordOn('demo')
    for (const { of, outcome, answer } of recorded) {
      const { code } = Object(answer) as { code?: string }
      const isRefusal = Object.hasOwn(REFUSALS, outcome)
      const expected = isRefusal ? REFUSALS[outcome as RefusalName].code : '0'
      expect(code ?? '0', `${of} ${outcome}`).toBe(expected)
    }
    const names = EXAMPLES.map(({ of, outcome }) => `${of} ${outcome}`)
    expect(new Set(names).size).toBe(names.length)
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

  test('succeed on another seed with its fixtures', async () => {
    const codes = (await recordOn('minimal'))
      .filter(({ outcome }) => outcome === 'success')
      .map(({ of, answer }) => [of, (Object(answer) as { code?: string }).code ?? '0'])
    expect(codes.filter(([, code]) => code !== '0')).toEqual([])
  })
})
