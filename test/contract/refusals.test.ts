import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type VariableId, variableIds, variantsOf } from '#src/contract/assumptions/index.ts'
import { REFUSALS, type RefusalName } from '#src/contract/errors/refusals.ts'
import type { Operation } from '#src/contract/operation.ts'
import { possibleRefusals } from '#src/http/possible-refusals.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import { act } from '#test/kit/acts.ts'
import { send } from '#test/kit/http.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'
import { readSource, sourceFiles } from '#test/kit/source-files.ts'
import {
  COMMON_CASES,
  OPERATIONS,
  type RawRequest,
  SHOWN_ELSEWHERE,
} from './refusals/common-cases.ts'
import { RULE_CASES, type RuleCase } from './refusals/rule-cases.ts'

const listedOf = (operation: Operation): RefusalName[] =>
  possibleRefusals({ operation }, { body: operation.body })

const codeOf = (body: unknown): string => String(Object(body).code)

const nameOf = (code: string): string =>
  Object.entries(REFUSALS).find(([, kind]) => kind.code === code)?.[0] ?? code

const rawRequest = (server: TestServer, { id, surface }: Operation): RawRequest => {
  const param = samplesOf(server.fixtures)[id]
  const portal = {
    'x-app-key': server.fixtures.portalApp.appKey,
    's-sign': 'any',
    's-timestamp': String(server.workspace.clock.now()),
    's-nonce': `nonce of ${id}`,
  }
  return {
    headers: {
      'content-type': 'application/json',
      'access-token': TOKEN,
      ...(surface === 'portal' ? portal : { 'token-type': 'bearer' }),
    },
    body: JSON.stringify(surface === 'portal' ? param : { token: TOKEN, param }),
  }
}

const refusers = (name: RefusalName): Operation[] =>
  OPERATIONS.filter((operation) => listedOf(operation).includes(name))

/** Whether a call of the rule gets the refusal, not one that all operations have. */
const hasRuleCase = ({ id }: Operation, name: RefusalName): boolean =>
  Object.hasOwn(RULE_CASES, `${id} ${name}`)

/** Examples of the documents, whose answers `test/openapi/examples.test.ts` compares. */
const SHOWN_BY_EXAMPLE = new Set(EXAMPLES.map(({ of, outcome }) => `${of} ${outcome}`))

describe('a refusal that an operation lists', () => {
  test.each(Object.entries(COMMON_CASES))(
    'is answered by every one of them: %s',
    async (key, one) => {
      const name = key as RefusalName
      const server = await injectServer(one.variants ? { variants: one.variants } : {})
      const made = (await one.before?.(server)) ?? {}
      const answered: Record<string, string> = {}
      const operations = refusers(name).filter((operation) => !hasRuleCase(operation, name))
      for (const operation of operations) {
        const request = one.change(rawRequest(server, operation), operation, made)
        const { prefix = '', ...sent } = request
        const reply = await send(server.url + prefix + operation.path, { method: 'POST', ...sent })
        answered[operation.id] = nameOf(codeOf(reply.body))
      }
      expect(answered).toEqual(Object.fromEntries(operations.map(({ id }) => [id, name])))
      expect(operations.length).toBeGreaterThan(0)
    },
  )

  test.each(Object.entries(RULE_CASES) as [string, RuleCase][])(
    'is answered by its rule: %s',
    async (pair, one) => {
      const [id = '', name = ''] = pair.split(' ')
      const server = await injectServer(one.variants ? { variants: one.variants } : {})
      const change = { ...one.change?.(server), ...(await one.before?.(server)) }
      const reply = await server.call(id, { ...samplesOf(server.fixtures)[id], ...change })
      expect(nameOf(codeOf(reply.body)), reply.text).toBe(name)
      // Rules name fields of the parameters; the surface adds their place in the body, once.
      const isBelowParam = OPERATIONS.find((one) => one.id === id)?.surface === 'server-side'
      if (REFUSALS[name as RefusalName].namesField)
        expect(Object(reply.body).message).toMatch(
          isBelowParam ? /^param\.(?!param)/ : /^(?!param)/,
        )
    },
  )

  test('is counted as missing only under the variants that have it', async () => {
    const choicesOf = (pair: string): readonly string[] => {
      const [id, name = ''] = pair.split(' ')
      return OPERATIONS.find((one) => one.id === id)?.onlyWith[name] ?? []
    }
    const cases = Object.entries(RULE_CASES) as [string, RuleCase][]
    for (const [pair, { variants = {} }] of cases)
      for (const [id, variant] of Object.entries(variants))
        expect(choicesOf(pair), pair).toContain(`${id}=${variant}`)
    const server = await injectServer()
    for (const [pair, one] of cases) {
      const choices = choicesOf(pair)
      const [id = '', name = ''] = pair.split(' ')
      const switches = new Set(choices.map((choice) => choice.split('=')[0] as VariableId))
      for (const number of switches)
        for (const variant of Object.keys(variantsOf(number))) {
          await act(server, '/reset')
          await act(server, '/variants', { [number]: variant }, 'PATCH')
          const change = { ...one.change?.(server), ...(await one.before?.(server)) }
          const reply = await server.call(id, { ...samplesOf(server.fixtures)[id], ...change })
          const isExpected = choices.includes(`${number}=${variant}`)
          expect(nameOf(codeOf(reply.body)) === name, `${pair} ${number}=${variant}`).toBe(
            isExpected,
          )
          await act(server, '/variants', {}, 'DELETE')
        }
    }
    const declared = OPERATIONS.flatMap(({ onlyWith }) => Object.values(onlyWith).flat())
    const known = variableIds().flatMap((id) =>
      Object.keys(variantsOf(id)).map((variant) => `${id}=${variant}`),
    )
    expect(declared.filter((choice) => !known.includes(choice))).toEqual([])
  })

  test('has a call that gets it', () => {
    const missing = OPERATIONS.flatMap((operation) =>
      listedOf(operation)
        .filter(
          (name) =>
            !hasRuleCase(operation, name) &&
            !Object.hasOwn(COMMON_CASES, name) &&
            !Object.hasOwn(SHOWN_ELSEWHERE, name) &&
            !SHOWN_BY_EXAMPLE.has(`${operation.id} ${name}`),
        )
        .map((name) => `${operation.id} ${name}`),
    )
    expect(missing).toEqual([])
    for (const [name, [file, text]] of Object.entries(SHOWN_ELSEWHERE))
      expect(readFileSync(file, 'utf8'), name).toContain(text)
  })

  test('has a test that provokes its code, for every code that the server has', () => {
    const called = [
      ...Object.keys(COMMON_CASES),
      ...Object.keys(RULE_CASES).map((pair) => pair.split(' ')[1]),
      ...EXAMPLES.map(({ outcome }) => outcome),
    ]
    const tests = sourceFiles('test')
      .filter((file) => file.endsWith('.test.ts'))
      .map(readSource)
      .join()
    const untested = Object.entries(REFUSALS).filter(
      ([name, { code }]) => !called.includes(name) && !tests.includes(code),
    )
    expect(untested.map(([name, { code }]) => `${name} ${code}`)).toEqual([])
  })

  test('is listed by the operation whose rule answers it', () => {
    const unlisted = Object.keys(RULE_CASES).filter((pair) => {
      const [id, name] = pair.split(' ')
      const operation = OPERATIONS.find((one) => one.id === id)
      return !operation?.refuses.includes(name ?? '')
    })
    expect(unlisted).toEqual([])
  })
})
