import { describe, expect, test } from 'vitest'
import {
  RECORDED_URL,
  recordExamples,
  type SendRequest,
} from '#scripts/examples/record-examples.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import { RECORDED_EXAMPLES } from '#src/openapi/generated/recorded-examples.ts'
import { send } from '#test/kit/http.ts'
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

describe('the examples of the document', () => {
  test('are answered by a new server as recorded; if not, run npm run docs', async () => {
    const env = { SANDBOX_SEED: 'demo', SANDBOX_PUBLIC_URL: RECORDED_URL }
    const { url } = await injectServer({ env })
    expect(await recordExamples(sendTo(url))).toEqual(RECORDED_EXAMPLES)
  })

  test('are refused by the code of their name, or answered', () => {
    for (const { of, outcome, answer } of RECORDED_EXAMPLES) {
      const { code } = Object(answer) as { code?: string }
      const isRefused = code !== undefined && code !== '0'
      expect(isRefused, `${of} ${outcome}`).toBe(/^[a-z]+[A-Z]/.test(outcome))
    }
    const names = EXAMPLES.map(({ of, outcome }) => `${of} ${outcome}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('name the fixture of every value that they take from the fixtures', async () => {
    const { fixtures } = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const places = RECORDED_EXAMPLES.flatMap((example) =>
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
    const env = { SANDBOX_SEED: 'minimal', SANDBOX_PUBLIC_URL: RECORDED_URL }
    const { url } = await injectServer({ env })
    const recorded = await recordExamples(sendTo(url))
    const codes = recorded
      .filter(({ outcome }) => outcome === 'success')
      .map(({ of, answer }) => [of, (Object(answer) as { code?: string }).code ?? '0'])
    expect(codes.filter(([, code]) => code !== '0')).toEqual([])
  })
})
