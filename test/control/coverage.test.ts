import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { act } from '#test/kit/acts.ts'
import { coverageOf, covered, expectAgreement, sumsOfCoverage } from '#test/kit/coverage.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { send } from '#test/kit/http.ts'
import { expectCalls } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const callSamples = async (server: TestServer, token = TOKEN): Promise<void> => {
  const samples = samplesOf(server.fixtures)
  for (const { id, surface } of CATALOGUE) {
    const body = surface === 'portal' ? samples[id] : { token, param: samples[id] }
    await server.call(id, undefined, { token, body })
  }
}

const getToken = (server: TestServer, clientKey: string) =>
  send(`${server.url}/open-api/oauth/get-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: '00000000-sandbox', clientKey }),
  })

describe('the coverage of a workspace', () => {
  test('lists everything before the first call, and says that nothing was called', async () => {
    const server = await startServer()
    const coverage = await coverageOf(server)
    expect(coverage).toMatchObject({
      format: 'dam-sandbox-coverage/1',
      workspaces: 0,
      uncounted: 0,
      supportingRoutes: [],
      missing: CATALOGUE.map(({ id }) => `${id} was never called`),
    })
    expect(coverage.operations.map(({ operation }) => operation)).toEqual(
      CATALOGUE.map(({ id }) => id),
    )
    const { summary } = coverage
    expect(summary.operations).toEqual({ seen: 0, known: CATALOGUE.length })
    for (const share of [summary.outcomes, summary.fields]) {
      expect(share.seen).toBe(0)
      expect(share.known).toBeGreaterThan(40)
    }
    expect(summary.variants).toEqual({ seen: 0, known: 0 })
  })

  test('has every operation after the samples of the document', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    await callSamples(server)
    const { summary, missing } = await coverageOf(server)
    expect(summary.operations).toEqual({ seen: CATALOGUE.length, known: CATALOGUE.length })
    expect(missing.filter((sentence) => /never called$|with a success$/.test(sentence))).toEqual([])
    expect(missing).toContain('E21 was never answered with a failedList')
    expect(missing).toContain('A-20-1 was never tried with envelope')
    expect(missing).not.toContain('E1 was never called with param.sortBy')
  })

  test('does not miss what no call can have under the variants in effect', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    await callSamples(server)
    const missing = async (query = '') => (await coverageOf(server, query)).missing
    const impossible = /refused with (?:assetForAtom|unknownAtom|neverUploaded|busyFiles)$/
    for (const query of ['', '?all=true'])
      expect((await missing(query)).filter((one) => impossible.test(one))).toEqual([])
    expect(await missing()).toContain('E9 was never refused with unknownObject')
    await act(server, '/variants', { 'A-16-1': 'refused', 'A-9-7': 'atoms' }, 'PATCH')
    expect(await missing()).toEqual(
      expect.arrayContaining([
        'E16 was never refused with neverUploaded',
        'E9 was never refused with unknownAtom',
      ]),
    )
    // E9 was called under the other variant, which therefore counts for the workspace.
    expect(await missing()).toContain('E9 was never refused with unknownObject')
    await server.call('E16', samplesOf(server.fixtures).E16)
    expect(await missing()).not.toContain('E16 was never refused with neverUploaded')
    await act(server, '/variants', {}, 'DELETE')
    const { outcomes } = covered(await coverageOf(server), 'E16')
    const seen = outcomes.find(({ name }) => name === 'neverUploaded')
    expect(seen).toMatchObject({ isExpected: true, calls: 1 })
  })

  test('has the numbers of the journal: successes, refusals, lost answers, tokens, uploads and files', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    await callSamples(server)
    await server.call('E8', { userIds: [0, 1001] })
    await server.call('E8', { userIds: 'all' })
    await server.call('E8', {}, { token: null })
    await server.call('E22', { collectionId: 1, assetIds: [1] }, { as: 'viewer@example.com' })
    await getToken(server, 'sandbox-key')
    await getToken(server, 'wrong')
    await addRule(server, ruleFor('E9', { reset: true }, 'after'))
    await addRule(server, ruleFor('E10', { truncate: true }, 'during'))
    await addRule(server, ruleFor('E12', { code: '777' }, 'before'))
    for (const id of ['E9', 'E10', 'E12'])
      await server.call(id, samplesOf(server.fixtures)[id]).catch(() => undefined)
    const users = await server.result<{ avatar: string }[]>('E8', { userIds: [1001] })
    await send(users[0]?.avatar ?? '', { method: 'GET' })
    await send(`${server.url}/unknown`, { method: 'GET' })
    await expectCalls(server, 'wait', { match: { operation: 'download' } })
    const sums = await expectAgreement(server)
    expect(sums).toMatchObject({
      'E8 0': 3,
      'E8 90020002': 1,
      'E8 90010001': 1,
      'E9 0': 1,
      'E9 lost': 1,
      'E10 lost': 1,
      'E12 777': 1,
      'get-token 0': 1,
      'get-token 90010008': 1,
      'download no-code': 1,
    })
  })

  test('counts an answer that a fault made unreadable as lost, not as a success', async () => {
    const server = await startServer()
    await addRule(server, ruleFor('E8', { malformed: true }, 'during'))
    await server.call('E8', { userIds: [1001] }).catch(() => undefined)
    expect(sumsOfCoverage(await coverageOf(server))).toEqual({ 'E8 lost': 1 })
  })

  test('counts a call as lost when its caller leaves before the answer', async () => {
    const server = await startServer()
    await addRule(server, ruleFor('E8', { delayMs: 60_000 }, 'before'))
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const body = '{"param":{"userIds":[1001]}}'
    socket.write(
      `POST ${pathOf('E8')} HTTP/1.1\r\nHost: sandbox\r\nAccess-token: ${TOKEN}\r\nToken-type: bearer\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => server.app.pauses.count).toBe(1)
    socket.destroy()
    await once(socket, 'close')
    await expectCalls(server, 'wait', { match: { operation: 'E8' } })
    expect(await expectAgreement(server)).toEqual({ 'E8 lost': 1 })
  })

  test('counts optional fields: nested ones, elements of lists, headers, and not null', async () => {
    const server = await startServer()
    await server.call('E1', { page: 1, sortBy: { field: 'createTime' }, scope: null })
    await server.call(
      'E1',
      { sortBy: { field: 'createTime', sort: 'asc' } },
      { as: 'owner@example.com' },
    )
    await server.call('E1', { sortBy: { field: 'nothing' } })
    await server.call('E6', {
      blockId: server.fixtures.portal.blockId,
      filterConditionList: [
        { code: 'tags', value: [] },
        { type: 1, code: 'tags', value: [] },
        { type: 2, code: 'tags', value: [] },
      ],
    })
    const coverage = await coverageOf(server)
    const e1 = covered(coverage, 'E1')
    expect(Object.fromEntries(e1.fields.map(({ field, calls }) => [field, calls]))).toEqual({
      token: 3,
      'param.keywordList': 0,
      'param.scope': 0,
      'param.parentGroupId': 0,
      'param.sortBy': 3,
      'param.sortBy.field': 3,
      'param.sortBy.sort': 1,
      'param.page': 1,
      'param.pageSize': 0,
      'x-open-api-user': 1,
    })
    expect(e1.outcomes.map(({ name, calls }) => [name, calls])).toContainEqual(['success', 2])
    const refused = e1.outcomes.find(({ name }) => name === 'notAllowed')
    expect(refused).toMatchObject({ code: '90020004', calls: 1 })
    expect(covered(coverage, 'E6').fields).toEqual([
      { field: 'pageNum', calls: 0 },
      { field: 'pageSize', calls: 0 },
      { field: 'searchText', calls: 0 },
      { field: 'filterConditionList', calls: 1 },
      { field: 'filterConditionList[].type', calls: 1 },
      { field: 'pictureParam', calls: 0 },
      { field: 'pictureParam.width', calls: 0 },
      { field: 'pictureParam.high', calls: 0 },
    ])
    expect(coverage.missing).toContain('E6 was never called with pictureParam')
    expect(coverage.missing).not.toContain('E6 was never called with pictureParam.width')
  })

  test('counts the variant that a workspace had chosen, and lists the others with 0', async () => {
    const server = await startServer({ variants: { 'A-20-1': 'envelope' } })
    await server.call('E20', samplesOf(server.fixtures).E20)
    const { variants } = covered(await coverageOf(server), 'E20')
    expect(variants).toContainEqual({ assumption: 'A-20-1', variant: 'bare', calls: 0 })
    expect(variants).toContainEqual({ assumption: 'A-20-1', variant: 'envelope', calls: 1 })
    expect((await coverageOf(server)).missing).toContain('A-20-1 was never tried with bare')
  })

  test('survives a reset, and is emptied by DELETE', async () => {
    const server = await startServer()
    const { token } = await otherWorkspace(server)
    await server.call('E8', { userIds: [] })
    await server.call('E8', undefined, { token, body: { param: { userIds: [] } } })
    await act(server, '/reset')
    expect(sumsOfCoverage(await coverageOf(server))).toEqual({ 'E8 0': 1 })
    expect((await act(server, '/coverage', undefined, 'DELETE')).status).toBe(204)
    expect(sumsOfCoverage(await coverageOf(server))).toEqual({})
    expect(sumsOfCoverage(await coverageOf(server, '?all=true'))).toEqual({ 'E8 0': 1 })
    await act(server, '/coverage?all=true', undefined, 'DELETE')
    const all = await coverageOf(server, '?all=true')
    expect(sumsOfCoverage(all)).toEqual({})
    expect(all.workspaces).toBe(0)
    await server.call('E8', { userIds: [] })
    expect(sumsOfCoverage(await coverageOf(server, '?all=true'))).toEqual({ 'E8 0': 1 })
  })
})
