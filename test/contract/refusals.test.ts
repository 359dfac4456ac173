import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#src/contract/operation.ts'
import { REFUSALS, type RefusalName, refuse } from '#src/errors/refusals.ts'
import { lazyValidator } from '#src/http/compilers.ts'
import { defineEndpoint } from '#src/http/define-endpoint.ts'
import { answerRefusal } from '#src/http/errors.ts'
import findWorkspace from '#src/http/plugins/find-workspace.ts'
import decorators from '#src/http/plugins/sandbox.ts'
import { possibleRefusals } from '#src/http/possible-refusals.ts'
import { EXAMPLES } from '#src/openapi/examples/catalogue.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { send } from '#test/kit/http.ts'
import { openSandbox } from '#test/kit/sandbox.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'
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

/** The names of refusals with a code. */
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
    },
  )

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

  test('is listed by the operation whose rule answers it', () => {
    const unlisted = Object.keys(RULE_CASES).filter((pair) => {
      const [id, name] = pair.split(' ')
      const operation = OPERATIONS.find((one) => one.id === id)
      return !operation?.refuses.includes(name ?? '')
    })
    expect(unlisted).toEqual([])
  })
})

describe('a refusal that an operation does not list', () => {
  const unlisted = defineEndpoint({
    id: 'E99',
    summary: 'Refuse',
    summaryInChinese: '拒绝',
    tag: 'Reports',
    description: 'Refuses by a name that it does not list.',
    path: '/refuse',
    access: 'read',
    param: Type.Object({}),
    result: Type.Null(),
    sample: () => ({}),
    examples: [],
    handle: () => {
      throw refuse.unknownPortal('portalId', 1)
    },
  })

  const answerOf = async (checkReplies: 'on' | 'off') => {
    const lines: string[] = []
    const { sandbox, config } = await openSandbox({ SANDBOX_CHECK_REPLIES: checkReplies })
    const stream = { write: (line: string) => lines.push(line) }
    const app = Fastify({ logger: { level: 'error', stream } })
    app.setErrorHandler(answerRefusal())
    app.setValidatorCompiler(lazyValidator)
    await app.register(decorators, { sandbox, settings: config })
    await app.register(findWorkspace)
    await app.register(unlisted)
    const reply = await app.inject({ method: 'POST', url: '/refuse', payload: { param: {} } })
    await app.close()
    return { status: reply.statusCode, code: reply.json().code, log: lines.join('') }
  }

  test('is a defect where replies are checked', async () => {
    const { status, code, log } = await answerOf('on')
    expect([status, code]).toEqual([500, '90000099'])
    expect(log).toContain('E99 answers a refusal that it does not list: 90030008')
  })

  test('is answered otherwise', async () => {
    expect(await answerOf('off')).toEqual({ status: 200, code: '90030008', log: '' })
  })
})
