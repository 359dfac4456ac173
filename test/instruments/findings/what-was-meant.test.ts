import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { send, sendJson } from '#test/kit/http.ts'
import { listJournal } from '#test/kit/journal.ts'
import { pathOf } from '#test/kit/operations.ts'
import { callPortal } from '#test/kit/portal.ts'
import { findingsOf } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const record = (more: object) => ({
  trackList: [
    {
      tenant_id: '1',
      client_id: 'client',
      event_type_code: 'Portal_Content_Share',
      event_time: '2026-01-02 03:04:05.678',
      event_properties: {},
      ...more,
    },
  ],
})

/** A call with a mistake, and the finding that says what was meant. */
const MEANT: readonly [operation: string, change: object, finding: string][] = [
  ['E1', { keywords: ['a'] }, 'misspelled-name param.keywords keywordList'],
  ['E1', { pageNum: 1 }, 'foreign-name param.pageNum page'],
  ['E1', { PageSize: 1 }, 'wrong-case-name param.PageSize pageSize'],
  [
    'E5',
    { createTimeFrom: 1_577_836_800_000 },
    'corrected-name param.createTimeFrom createTimeForm',
  ],
  [
    'E5',
    { createTimeForm: 1_577_836_800 },
    'timestamp-in-seconds param.createTimeForm 1577836800000',
  ],
  ['E5', { category: 'approval' }, 'unknown-filter-value param.category APPROVAL'],
  ['E1', { pageSize: 5_000 }, 'page-size-clamped param.pageSize 1000'],
  ['E1', { sortBy: { field: 'CreateTime' } }, 'unknown-sort param.sortBy.field createTime'],
  ['E1', { sortBy: { sort: 'DESC' } }, 'unknown-sort param.sortBy.sort desc'],
  ['E17', { groupPath: ['/product/tea/'] }, 'path-in-other-form param.groupPath[0] PRODUCT/TEA'],
  ['E15', { contentType: 'group_message' }, 'value-not-seen param.contentType GROUP_MESSAGE'],
  ['E19', { operateType: 'All' }, 'value-not-seen param.operateType all'],
]

const changed = (server: TestServer, operation: string, change: object) => {
  const sample: Record<string, unknown> = { ...samplesOf(server.fixtures)[operation], ...change }
  // A name counts as misspelled only where the right one is missing.
  if ('keywords' in change) delete sample.keywordList
  if ('pageNum' in change) delete sample.page
  if ('PageSize' in change) delete sample.pageSize
  if ('createTimeFrom' in change) delete sample.createTimeForm
  return server.call(operation, sample)
}

describe('a finding says what was meant', () => {
  test.each(MEANT)('%s %j', async (operation, change, finding) => {
    const server = await injectServer({ variants: { 'A-1-2': 'default', 'A-page-1': 'clamped' } })
    expect(findingsOf(await changed(server, operation, change))).toContain(finding)
  })

  test('where a filter has the name of a value or field in place of its code', async () => {
    const server = await injectServer()
    const { metadata, portal } = server.fixtures
    const [{ attrValueCode, attrValueName } = { attrValueCode: '', attrValueName: '' }] =
      metadata.values
    const filterConditionList = [{ type: 1, code: metadata.attrCode, value: [attrValueName] }]
    const reply = await callPortal(server, 'E6', { blockId: portal.blockId, filterConditionList })
    expect(findingsOf(reply)).toContain(
      `unknown-filter-value filterConditionList[0].value ${attrValueCode}`,
    )
  })

  test('in the journal as well', async () => {
    const server = await startServer()
    await changed(server, 'E1', { keywords: ['a'] })
    const findings = [{ code: 'misspelled-name', expected: 'keywordList' }]
    await expect.poll(() => listJournal(server)).toMatchObject({ entries: [{ findings }] })
  })
})

describe('a value of another form than the document shows has a finding', () => {
  test.each([
    ['event_properties.block_id', { event_properties: { block_id: null } }, 'unusual-form'],
    ['language', { language: 'xx_zz' }, 'unusual-form'],
    ['preferred_locale', { preferred_locale: 'english!' }, 'unusual-form'],
    ['event_type_code', { event_type_code: 'portal_content_share' }, 'value-not-seen'],
    ['platform', { platform: 'wbe' }, 'value-not-seen'],
  ])('E3 %s', async (field, more, code) => {
    const found = findingsOf(await (await injectServer()).call('E3', record(more)))
    expect(found.join('\n')).toContain(`${code} param.trackList[0].${field}`)
  })

  test('and a usual one has none', async () => {
    const more = { language: 'zh-CN', preferred_locale: 'zh_CN', platform: 'web' }
    const server = await injectServer()
    expect(findingsOf(await server.call('E3', record(more)))).toEqual([])
  })

  test.each(['//evil.example/x', '', 'https://a.example'])('E12 url %j', async (url) => {
    const server = await injectServer()
    const sample = samplesOf(server.fixtures).E12
    const found = findingsOf(await server.call('E12', { ...sample, url }))
    expect(found).toContain('unusual-form param.url')
  })

  test('S-Timestamp with a fraction', async () => {
    const server = await injectServer()
    const headers = { 's-timestamp': `${server.workspace.clock.now()}.5` }
    const { blockId } = server.fixtures.portal
    const found = findingsOf(await callPortal(server, 'E6', { blockId }, { headers }))
    expect(found).toContain('unusual-form S-Timestamp')
  })
})

describe('an empty list of what a call is about has a finding', () => {
  test.each([
    ['E3', 'trackList'],
    ['E4', 'assetIdList'],
    ['E7', 'crowdList'],
    ['E9', 'objects'],
    ['E12', 'users'],
    ['E16', 'fileList'],
    ['E20', 'attrValueList'],
    ['E21', 'assetIdList'],
    ['E22', 'assetIds'],
  ])('%s %s', async (operation, field) => {
    const server = await injectServer()
    const { completeStatus: _, ...sample } = Object(samplesOf(server.fixtures)[operation])
    const reply = await server.call(operation, { ...sample, [field]: [] })
    expect(findingsOf(reply)).toContain(`empty-list param.${field}`)
  })
})

describe('every path of E17 without a group is judged', () => {
  test('also behind one that has a finding, and beside a root', async () => {
    const server = await injectServer()
    const groupPath = ['PRODUCT', 'NOPE', 'product/tea', 'PRODUCT/TEA', 'TEA']
    expect(findingsOf(await server.call('E17', { groupPath }))).toEqual(
      expect.arrayContaining([
        'archive-root param.groupPath[0]',
        'unknown-passed-over param.groupPath[1]',
        'path-in-other-form param.groupPath[2] PRODUCT/TEA',
        'unknown-passed-over param.groupPath[4]',
      ]),
    )
  })
})

const headersOf = (more: Record<string, string>) => ({
  'access-token': TOKEN,
  'token-type': 'bearer',
  ...more,
})

const callE8 = (server: TestServer, headers: Record<string, string>, query = '') =>
  sendJson(`${server.url}${pathOf('E8')}${query}`, { param: { userIds: [1001] } }, headers)

const messageOf = (reply: { body: unknown }): string => Object(reply.body).message

describe('a header under another name', () => {
  test.each([
    ['x-openapi-user', 'x-open-api-user'],
    ['x_open_api_user', 'x-open-api-user'],
    ['open-api-user', 'x-open-api-user'],
    ['x-open-api-users', 'x-open-api-user'],
    ['x-api-user-email', 'x-open-api-user'],
    ['x-sandbox-faults', 'x-sandbox-fault'],
    ['x-sandbox-untrackd', 'x-sandbox-untracked'],
  ])('has a finding where the call has no effect of it: %s', async (name, meant) => {
    const server = await injectServer()
    const reply = await callE8(server, headersOf({ [name]: 'viewer@example.com' }))
    expect(findingsOf(reply)).toContain(`misspelled-header ${name} ${meant}`)
  })

  test('has none beside the right one, on the portal, or where it means something else', async () => {
    const server = await injectServer()
    const right = { 'x-open-api-user': 'viewer@example.com', 'x-openapi-user': 'x' }
    const other = { 'x-open-api-key': 'x', 'x-user-agent': 'x', 'x-request-id': 'x' }
    for (const headers of [right, other])
      expect(findingsOf(await callE8(server, headersOf(headers)))).toEqual([])
    const { blockId } = server.fixtures.portal
    const asked = { headers: { 'x-openapi-user': 'x' } }
    const found = findingsOf(await callPortal(server, 'E6', { blockId }, asked)).join()
    expect(found).not.toContain('misspelled-header')
  })

  test('is named where a required one is missing', async () => {
    const server = await injectServer()
    const path = CATALOGUE.find(({ id }) => id === 'E6')?.path ?? ''
    const headers = { 'x-app-key': 'a', 'access-token': TOKEN, 'x-sign': 'a', 'x-nonce': 'b' }
    const portal = await sendJson(server.url + path, {}, { ...headers, 'x-timestamp': '1' })
    expect(messageOf(portal)).toContain('"x-sign" and "x-timestamp" and "x-nonce", which are')
    const token = await callE8(server, { 'x-access-token': TOKEN, 'token-type': 'bearer' })
    expect(messageOf(token)).toContain('the request has "x-access-token", which is a different')
    const type = await callE8(server, { 'access-token': TOKEN, tokentype: 'bearer' })
    expect(messageOf(type)).toContain('"tokentype", which is a different header; it must be bearer')
  })

  test('is named where the acting user is required', async () => {
    const server = await injectServer({ variants: { 'A-auth-3': 'required' } })
    const headers = headersOf({ 'x-openapi-user': 'viewer@example.com' })
    const reply = await sendJson(
      server.url + pathOf('E22'),
      { param: { collectionId: 3001, assetIds: [100001] } },
      headers,
    )
    expect(messageOf(reply)).toContain('"x-openapi-user", which is a different header')
  })
})

describe('a credential in the wrong place is named', () => {
  test('as what it is', async () => {
    const server = await injectServer()
    const { clientId, clientKey } = server.fixtures.app
    const issued = await sendJson(`${server.url}/open-api/oauth/get-token`, { clientId, clientKey })
    const { refresh_token: refresh } = Object(issued.body).result
    const sent = async (token: string) =>
      messageOf(await callE8(server, headersOf({ 'access-token': token })))
    expect(await sent(refresh)).toContain('it is a refresh token; POST it as refresh_token to ')
    expect(await sent(clientId)).toContain('it is a client id; POST it with its clientKey to ')
    const query = await callE8(server, { 'token-type': 'bearer' }, `?token=${TOKEN}`)
    expect(messageOf(query)).toContain('not in the query')
    const type = await callE8(server, { 'access-token': TOKEN, 'token-type': `Bearer ${TOKEN}` })
    expect(messageOf(type)).toBe(
      'Token-type must be bearer, got something else; send the token in Access-token',
    )
    const { appKey, appSecret } = server.fixtures.portalApp
    const portal = { clientId: appKey, clientKey: appSecret }
    const wrong = await sendJson(`${server.url}/open-api/oauth/get-token`, portal)
    expect(messageOf(wrong)).toContain('the credentials of the portal application')
  })

  test('and a path of tokens in other words is answered with the path', async () => {
    const server = await injectServer()
    const at = async (path: string) => messageOf(await send(server.url + path, { method: 'POST' }))
    expect(await at('/open-api/standard/v1/get-access-token')).toContain(
      '/open-api/oauth/get-token?',
    )
    expect(await at('/open-api/standard/v1/refresh-access-token')).toContain('refresh')
  })
})

describe('a missing field names what was sent instead', () => {
  test.each([
    ['E21', { assetElementIdList: [1] }, 'assetElementIdList'],
    ['E15', { id: 5501, planId: 3301 }, 'id'],
    ['E12', { users: [], templateCode: 'x', content: { html: 'x' } }, 'html'],
    ['E20', { attrCode: 'a', attrValueList: [{ code: '1', attrValueName: 'x' }] }, 'code'],
    ['E2', { year: '2026' }, 'year'],
    ['E6', { id: 601 }, 'id'],
  ])('%s %j', async (operation, param, name) => {
    const server = await injectServer()
    const { body } = await server.call(operation, param)
    expect(messageOf({ body })).toContain(`is missing; expected`)
    expect(messageOf({ body })).toContain(`; "${name}" was sent instead`)
  })

  test.each([
    ['/_files/uploads', { fileName: 'a.jpg', type: 'image/jpeg', fileSize: 1 }, 'fileName'],
    ['/open-api/oauth/get-token', { clientId: 'a', clientSecret: 'b' }, 'clientSecret'],
    ['/open-api/oauth/get-token', { appKey: 'a', appSecret: 'b' }, 'appKey'],
  ])('%s %j', async (path, body, name) => {
    const server = await injectServer()
    const reply = await sendJson(server.url + path, body, { 'access-token': TOKEN })
    expect(messageOf(reply)).toContain(`; "${name}" was sent instead`)
  })
})
