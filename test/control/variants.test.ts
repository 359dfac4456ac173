import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { Call } from '#src/http/call.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

interface Listed {
  assumptions: {
    number: string
    variants: Record<string, string>
    default: string
    chosen: string
    isTouched: boolean
  }[]
}

const change = (server: Pick<TestServer, 'url'>, body: unknown, query = ''): Promise<Reply> =>
  act(server, `/variants${query}`, body, 'PATCH')

const unsetAll = (server: Pick<TestServer, 'url'>, query = ''): Promise<Reply> =>
  send(`${server.url}/_sandbox/variants${query}`, { method: 'DELETE' })

const of = (reply: Reply | Listed, number: string) => {
  const { assumptions } = ('body' in reply ? reply.body : reply) as Listed
  return assumptions.find((one) => one.number === number)
}

const emptyAnswer = async (server: TestServer): Promise<unknown> => {
  const { body } = await server.call('E20', samplesOf(server.fixtures).E20)
  return body
}

const BARE = {}
const ENVELOPE = { code: '0', message: 'success', result: {} }

describe('variants at run time', () => {
  test('change the next answer, and go back to the default', async () => {
    const server = await injectServer()
    expect(await emptyAnswer(server)).toEqual(BARE)
    const changed = await change(server, { 'A-20-1': 'envelope', 'A-1-1': 'everything' })
    expect(changed.status, changed.text).toBe(200)
    expect(of(changed, 'A-20-1')).toMatchObject({ default: 'bare', chosen: 'envelope' })
    expect(await emptyAnswer(server)).toEqual(ENVELOPE)
    expect(of(await change(server, { 'A-20-1': null }), 'A-20-1')?.chosen).toBe('bare')
    expect(await emptyAnswer(server)).toEqual(BARE)
    const all = await unsetAll(server)
    expect(of(all, 'A-1-1')?.chosen).toBe('refused')
  })

  test('go back to the settings of the server and to the options of the workspace', async () => {
    const server = await injectServer({ env: { SANDBOX_ASSUME: 'A-20-1=envelope' } })
    await change(server, { 'A-20-1': 'bare' })
    expect(await emptyAnswer(server)).toEqual(BARE)
    expect(of(await change(server, { 'A-20-1': null }), 'A-20-1')).toMatchObject({
      default: 'envelope',
      chosen: 'envelope',
    })
    const made = await act(server, '/workspaces', {
      name: 'own',
      assume: { 'A-1-1': 'everything' },
    })
    expect(made.status).toBe(201)
    await change(server, { 'A-1-1': 'refused' }, '?workspace=own')
    const back = await unsetAll(server, '?workspace=own')
    expect(of(back, 'A-1-1')?.chosen).toBe('everything')
    expect(of(back, 'A-20-1')?.chosen).toBe('envelope')
  })

  test('belong to one workspace', async () => {
    const server = await injectServer()
    await act(server, '/workspaces', { name: 'other' })
    await change(server, { 'A-20-1': 'envelope' }, '?workspace=other')
    expect(await emptyAnswer(server)).toEqual(BARE)
    expect(of(await server.control('/variants'), 'A-20-1')?.chosen).toBe('bare')
    const { variants } = await server.control<{ variants: unknown }>('/workspaces/other')
    expect(variants).toEqual({ 'A-20-1': 'envelope' })
  })

  test('are refused as a whole when one is not known, with a suggestion', async () => {
    const server = await injectServer()
    const unknown = ['A', '20', '11'].join('-')
    const reply = await change(server, {
      'A-1-1': 'everything',
      'A-20-1': 'enveloppe',
      [unknown]: null,
    })
    expectRefused(reply, 400, 'A-20-1 has no variant "enveloppe"; it has bare, envelope')
    expectRefused(reply, 400, 'did you mean "envelope"?', `unknown assumption ${unknown}`)
    expectRefused(reply, 400, 'did you mean "A-20-1"?')
    expectRefused(await change(server, { 'A-file-1': null }), 400, 'A-file-1 has no variants')
    expectRefused(await change(server, { 'A-1-1': 1 }), 400, 'A-1-1')
    expectRefused(await change(server, []), 400)
    expect(of(await server.control('/variants'), 'A-1-1')?.chosen).toBe('refused')
  })

  test('count from the next call on, not for one that is under way', async () => {
    const server = await injectServer()
    const { workspace } = server
    const newCall = () => new Call(workspace, {} as FastifyRequest, {} as FastifyReply)
    const running = newCall()
    await change(server, { 'A-20-1': 'envelope' })
    expect(running.variant('A-20-1')).toBe('bare')
    expect(newCall().variant('A-20-1')).toBe('envelope')
  })

  test('tell which assumptions calls have consulted, in a workspace and on the server', async () => {
    const server = await injectServer()
    const touched = async (query = ''): Promise<string[]> => {
      const { assumptions } = await server.control<Listed>(`/variants${query}`)
      return assumptions.filter(({ isTouched }) => isTouched).map(({ number }) => number)
    }
    expect(await touched()).toEqual([])
    await emptyAnswer(server)
    expect(await touched()).toEqual(expect.arrayContaining(['A-20-1', 'A-reply-1']))
    expect(await touched()).not.toContain('A-1-1')
    await act(server, '/workspaces', { name: 'other' })
    expect(await touched('?workspace=other')).toEqual([])
    expect(await touched('?workspace=other&all=true')).toContain('A-20-1')
  })
})
