import { beforeEach, describe, expect, test } from 'vitest'
import { type Reply, send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

// Mistakes that people make with a new interface. Every answer says what was sent and what was meant: in the body, or in a
// finding where the call succeeds.

/** Mistakes that no sentence names, each with its reason. */
const UNNAMED: Readonly<Record<string, string>> = {
  templateCode: 'the document shows no code of a template, so any may be right (A-12-2)',
  createDate: 'a year without posts is an ordinary answer of E2',
  'a free word': 'E1 and E6 find nothing by a word that nothing has, as a search does',
}

type Json = Record<string, unknown>

/** A change of the parameters that succeed, and what the answer then names; a field that is undefined is left out. */
const FIELDS: readonly [operation: string, change: Json, ...named: string[]][] = [
  // Names of fields.
  ['E22', { assetIds: undefined, assetIDs: [1] }, 'param.assetIds is missing', '"assetIDs"'],
  ['E22', { assetIds: undefined, asset_ids: [1] }, 'param.assetIds', '"asset_ids"'],
  ['E22', { assetIds: undefined, assetId: [1] }, 'param.assetIds', '"assetId"'],
  ['E22', { assetIds: undefined, assets: [1] }, 'param.assetIds', '"assets"'],
  ['E22', { collectionId: undefined, collection_id: 3 }, 'collectionId', '"collection_id"'],
  ['E22', { collectionId: undefined, groupId: 3001 }, 'collectionId', '"groupId"'],
  ['E22', { collectionId: undefined, collectionID: 3 }, 'collectionId', '"collectionID"'],
  ['E8', { userIds: undefined, userId: 1001 }, 'param.userIds', '"userId"'],
  ['E8', { userIds: undefined, userIdList: [1001] }, 'param.userIds', '"userIdList"'],
  ['E8', { userIds: undefined, userids: [1001] }, 'param.userIds', '"userids"'],
  ['E4', { assetIdList: undefined, assetIds: [1] }, 'param.assetIdList', '"assetIds"'],
  ['E4', { assetIdList: undefined, assetIdlist: [1] }, 'param.assetIdList', '"assetIdlist"'],
  ['E5', { createTimeForm: undefined, createTimeFrom: 1 }, 'createTimeForm', '"createTimeFrom"'],
  ['E5', { createTimeForm: undefined, createTimeFrm: 1 }, '"createTimeFrm"'],
  ['E18', { id: undefined, crowdPackId: 2101 }, 'param.id', '"crowdPackId"'],
  ['E7', { crowdPackId: undefined, id: 2101 }, 'param.crowdPackId', '"id"'],
  ['E10', { crowdPackId: undefined, crowdPackID: 2101 }, 'crowdPackId', '"crowdPackID"'],
  ['E13', { filePath: undefined, path: 'a' }, 'param.filePath', '"path"'],
  ['E13', { uploadId: undefined, uploadID: 'a' }, 'param.uploadId', '"uploadID"'],
  ['E13', { partETags: undefined, partEtags: [] }, 'param.partETags', '"partEtags"'],
  ['E14', { portalId: undefined, portalID: 51 }, 'param.portalId', '"portalID"'],
  ['E15', { creativeId: undefined, id: 5501 }, 'param.creativeId'],
  ['E16', { fileList: undefined, filelist: [] }, 'param.fileList', '"filelist"'],
  ['E20', { attrCode: undefined, attrcode: 'x' }, 'param.attrCode', '"attrcode"'],
  ['E11', { id: undefined, contentId: 80001 }, 'id is missing', '"contentId"'],
  ['E6', { blockId: undefined, blockID: 601 }, 'blockId', '"blockID"'],
  ['E2', { createDate: undefined, createdate: '2025' }, 'createDate', '"createdate"'],
  ['E12', { users: undefined, user: [] }, 'param.users', '"user"'],
  ['E9', { processDefinitionId: undefined, processDefinitionID: 8 }, '"processDefinitionID"'],
  ['E9', { objects: undefined, object: [1] }, 'misspelled-name param.object'],
  ['E1', { keywordList: undefined, keywords: ['tea'] }, 'misspelled-name param.keywords'],
  ['E9', { assignees: undefined, assignee: {} }, 'param.assignees', '"assignee"'],
  ['E1', { keywordList: undefined, keywordlist: ['x'] }, 'wrong-case-name param.keywordlist'],
  ['E1', { page: undefined, pageNum: 1 }, 'foreign-name param.pageNum'],
  ['E1', { parentId: 1, parentGroupId: undefined }, 'foreign-name param.parentId'],
  ['E6', { pictureParam: { width: 1, height: 1 } }, 'corrected-name pictureParam.height'],
  // Types.
  ['E22', { collectionId: '3001' }, 'collectionId must be an integer, got a string'],
  ['E22', { assetIds: 100001 }, 'assetIds must be an array, got'],
  ['E22', { assetIds: ['100001'] }, 'param.assetIds[0] must be an integer, got a string'],
  ['E22', { assetIds: '100001,100002' }, 'assetIds must be an array, got a string'],
  ['E22', { collectionId: 3001.5 }, 'must be an integer, got a fraction'],
  ['E22', { collectionId: null }, 'param.collectionId is missing'],
  ['E22', { collectionId: 2 ** 60 }, 'collectionId must be at most'],
  ['E22', { collectionId: -1 }, 'collectionId'],
  ['E22', { collectionId: 'x', assetIds: 'y' }, 'collectionId must be', 'param.assetIds must be'],
  ['E22', { collectionId: undefined, assetIds: undefined }, 'collectionId is', 'assetIds is'],
  ['E8', { userIds: 1001 }, 'userIds must be an array'],
  ['E8', { userIds: ['owner@example.com'] }, 'userIds[0] must be an integer'],
  ['E8', { userIds: Array(101).fill(1001) }, '101', '100', 'batches'],
  ['E5', { createTimeForm: '2025-01-01' }, 'createTimeForm must be an integer'],
  ['E5', { createTimeForm: 1_700_000_000 }, 'timestamp-in-seconds param.createTimeForm'],
  ['E5', { createTimeForm: true }, 'createTimeForm must be an integer'],
  ['E1', { page: 0 }, 'param.page must be at least 1'],
  ['E1', { page: '1' }, 'param.page must be an integer'],
  ['E1', { pageSize: 1001 }, 'param.pageSize must be at most 1000'],
  ['E1', { keywordList: 'tea' }, 'param.keywordList must be an array'],
  ['E1', { sortBy: 'createTime' }, 'param.sortBy must be an object'],
  ['E2', { createDate: 2025 }, 'createDate must be a string'],
  ['E2', { createDate: '25' }, 'createDate must be', '"25"'],
  ['E12', { users: [1001] }, 'users[0] must be'],
  ['E15', { releaseTime: 1_700_000_000_000 }, 'releaseTime must be a string'],
  ['E15', { releaseTime: '2030-01-01' }, 'releaseTime', '"2030-01-01"'],
  ['E12', { sendTime: '2030-01-01 00:00:00' }, 'sendTime must be an integer'],
  ['E13', { partETags: ['etag'] }, 'partETags[0] must be an object'],
  ['E9', { assignees: { task1: 1002 } }, 'assignees.task1 must be an array'],
  ['E9', { assignees: [1002] }, 'assignees must be an object'],
  ['E19', { type: 'like' }, 'param.type'],
  ['E3', { trackList: {} }, 'trackList must be an array'],
  ['E19', { libraryType: { toString: 1 } }, 'libraryType must be a string'],
  // Values that nobody has.
  ['E22', { collectionId: 999 }, 'param.collectionId: collection 999 does not exist'],
  ['E22', { assetIds: [999] }, 'param.assetIds: asset 999 does not exist'],
  ['E22', { assetIds: [700001] }, '700001 is an atom', 'E21'],
  ['E21', { assetIds: [100001] }, 'asset'],
  ['E4', { assetIdList: [99_999_999] }, 'unknown-passed-over param.assetIdList[0]'],
  ['E8', { userIds: [99_999_999] }, 'unknown-passed-over param.userIds[0]'],
  ['E17', { groupPath: ['product/tea'] }, 'path-in-other-form param.groupPath[0]'],
  ['E17', { groupPath: ['/PRODUCT/TEA'] }, 'path-in-other-form param.groupPath[0]'],
  ['E17', { groupPath: ['PRODUCT/TEEA'] }, 'unknown-passed-over param.groupPath[0]'],
  ['E5', { category: 'approval' }, 'unknown-filter-value param.category'],
  ['E5', { category: 'APPROVED' }, 'unknown-filter-value param.category'],
  ['E1', { scope: 9 }, 'param.scope'],
  ['E1', { sortBy: { field: 'name', sort: 'desc' } }, 'param.sortBy.field'],
  ['E1', { sortBy: { field: 'createTime', sort: 'down' } }, 'param.sortBy.sort'],
  ['E1', { parentGroupId: 999_999 }, 'unknown-passed-over param.parentGroupId'],
  [
    'E9',
    { processDefinitionId: 999 },
    'processDefinitionId: process definition 999 does not exist',
  ],
  ['E9', { submitter: 999 }, 'submitter: user 999 does not exist'],
  ['E9', { objects: [999] }, 'objects: asset or atom 999 does not exist'],
  ['E9', { objects: [] }, 'empty-list param.objects'],
  ['E9', { assignees: { tsk1: [1002] } }, 'value-not-seen param.assignees.tsk1'],
  ['E9', { category: 'RESOURCE_PUBLISHMENT' }, 'value-not-seen param.category'],
  ['E9', { assignees: {} }, 'assignees'],
  ['E12', { users: ['nobody@example.com'] }, 'param.users', '"nobody@example.com"'],
  ['E12', { users: [] }, 'empty-list param.users'],
  ['E12', { modelCode: 'FOO' }, 'value-not-seen param.modelCode'],
  ['E12', { url: 'https://example.com/x' }, 'unusual-form param.url'],
  ['E16', { fileList: [{ path: 'a', name: 'a.jpg', size: 9, type: 'jpg' }] }, 'unusual-form'],
  ['E13', { uploadId: 'x' }, 'uploadId'],
  ['E13', { partETags: [] }, 'partETags'],
  ['E14', { portalId: 999 }, 'portalId: portal 999 does not exist'],
  ['E15', { creativeId: 999 }, 'creativeId'],
  ['E20', { attrCode: 'x' }, 'attrCode: metadata field "x" does not exist'],
  ['E18', { id: 999 }, 'no crowd pack has id 999'],
  ['E10', { corpId: 'x' }, 'no crowd pack has id 2101, corpId "x"'],
  ['E11', { id: 999 }, 'id: content 999 does not exist'],
  ['E6', { blockId: 999 }, 'blockId: block 999 does not exist'],
]

type Sent = Parameters<typeof send>[1] & { path: string }

const ADD = pathOf('E22')
const LOGIN = { 'access-token': TOKEN, 'token-type': 'bearer' }
const JSON_TYPE = { 'content-type': 'application/json' }
const USUAL = { ...LOGIN, ...JSON_TYPE }
const PARAM = '{"param":{"collectionId":3001,"assetIds":[100001]}}'
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const FILE =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc\r\n--x--\r\n'

const post = (path: string, body: string, headers: Sent['headers'] = USUAL): Sent => ({
  method: 'POST',
  path,
  headers,
  body,
})

const withHeaders = (headers: Record<string, string>) =>
  post(ADD, PARAM, { ...JSON_TYPE, ...headers })

const REQUESTS: readonly [mistake: string, sent: Sent, ...named: string[]][] = [
  [
    'no param around the fields',
    post(ADD, '{"collectionId":3001,"assetIds":[1]}'),
    'collectionId and assetIds must be inside param',
  ],
  ['params', post(ADD, PARAM.replace('param', 'params')), 'param is missing', '"params"'],
  ['Param', post(ADD, PARAM.replace('param', 'Param')), 'param is missing', '"Param"'],
  [
    'a field beside param',
    post(ADD, '{"param":{"collectionId":3001},"assetIds":[1]}'),
    'param.assetIds is missing',
    'sent as assetIds, at the top level',
  ],
  ['a list as the body', post(pathOf('E8'), '[1001]'), 'body must be an object, got an array'],
  ['no body', post(ADD, ''), 'body is empty', 'param'],
  ['half a body', post(ADD, '{"param":'), 'not valid JSON'],
  ['a comma too many', post(ADD, '{"param":{},}'), 'not valid JSON'],
  ['single quotes', post(ADD, "{'param':{}}"), 'not valid JSON'],
  ['JSON in a text', post(ADD, JSON.stringify(PARAM)), 'body must be an object, got a string'],
  [
    'text/plain',
    post(ADD, PARAM, { ...LOGIN, 'content-type': 'text/plain' }),
    'Content-Type must be application/json',
    'text/plain',
  ],
  [
    'a form',
    post(ADD, 'param=1', { ...LOGIN, 'content-type': 'application/x-www-form-urlencoded' }),
    'must be application/json',
    'x-www-form-urlencoded',
  ],
  ['no Content-Type', post(ADD, PARAM, LOGIN), 'Content-Type must be application/json, got none'],
  [
    'another charset',
    post(ADD, PARAM, { ...LOGIN, 'content-type': 'application/json; charset=gbk' }),
    'gbk',
  ],
  ['no headers', withHeaders({}), 'Access-token', 'Token-type'],
  [
    'access_token',
    withHeaders({ access_token: TOKEN, 'token-type': 'bearer' }),
    'Access-token is missing',
    'access_token',
  ],
  [
    'AccessToken',
    withHeaders({ accesstoken: TOKEN, 'token-type': 'bearer' }),
    'Access-token is missing',
    'accesstoken',
  ],
  [
    'Authorization',
    withHeaders({ authorization: `Bearer ${TOKEN}`, 'token-type': 'bearer' }),
    'Access-token is missing',
    'Authorization',
  ],
  [
    'Bearer in the token',
    withHeaders({ 'access-token': `Bearer ${TOKEN}`, 'token-type': 'bearer' }),
    'Bearer',
  ],
  ['no Token-type', withHeaders({ 'access-token': TOKEN }), 'Token-type is missing'],
  ['another Token-type', withHeaders({ ...LOGIN, 'token-type': 'basic' }), 'bearer', '"basic"'],
  ['an unknown token', withHeaders({ ...LOGIN, 'access-token': 'x' }), 'Access-token is unknown'],
  [
    'a token of another workspace',
    post(`/w/00000000${ADD}`, PARAM, { ...USUAL, 'access-token': TOKEN.replace('0', 'f') }),
    'another workspace',
  ],
  [
    'an address with a slip',
    withHeaders({ ...LOGIN, 'x-open-api-user': 'owner@exmple.com' }),
    'x-open-api-user',
    'owner@example.com',
  ],
  ['an id as the user', withHeaders({ ...LOGIN, 'x-open-api-user': '1001' }), 'owner@example.com'],
  [
    'portal fields inside param',
    post(pathOf('E6'), '{"param":{"blockId":601}}', {
      ...USUAL,
      'x-app-key': '00000000-portal',
      's-sign': 'x',
      's-timestamp': '1',
      's-nonce': 'abc',
    }),
    'blockId is missing',
    'sent as param.blockId',
    'unusual-form S-Nonce',
    'stale-timestamp',
  ],
  [
    'no portal headers',
    post(pathOf('E6'), '{}', JSON_TYPE),
    'X-App-Key, S-Sign, S-Timestamp, S-Nonce and Access-token',
  ],
  [
    'an unknown app key',
    post(pathOf('E6'), '{}', {
      ...USUAL,
      'x-app-key': 'key',
      's-sign': 'x',
      's-timestamp': '1',
      's-nonce': 'x',
    }),
    'X-App-Key is unknown',
    'fixtures',
    'portalApp.appKey',
  ],
  ['GET', { method: 'GET', path: ADD, headers: LOGIN }, 'POST, not GET'],
  ['PUT', { ...post(ADD, PARAM), method: 'PUT' }, 'POST, not PUT'],
  ['a slash at the end', post(`${ADD}/`, PARAM), `did you mean`, ADD],
  ['another case', post(ADD.toUpperCase(), PARAM), 'did you mean', ADD],
  ['two slashes', post(`/${ADD}`, PARAM), 'did you mean', ADD],
  ['another version', post(ADD.replace('/v1/', '/v2/'), PARAM), 'did you mean', ADD],
  ['no prefix', post(ADD.replace('/open-api/standard', ''), PARAM), 'did you mean', ADD],
  ['a usual token path', post('/oauth/token', '{}', JSON_TYPE), '/open-api/oauth/get-token'],
  ['an unknown workspace', post(`/w/12345678${ADD}`, PARAM), 'Workspace "12345678" does not exist'],
  [
    'a form of a whole file',
    post('/_files/uploads/single?name=a.jpg', FILE, { ...LOGIN, ...FORM }),
    'multipart/form-data',
    'bytes',
  ],
  [
    'a form that begins an upload',
    post('/_files/uploads', FILE, { ...LOGIN, ...FORM }),
    'application/json',
    '/_files/uploads/single',
  ],
  [
    'client_id and client_key',
    post('/open-api/oauth/get-token', '{"client_id":"a","client_key":"b"}', JSON_TYPE),
    'clientId is missing',
    '"client_id"',
    'clientKey is missing',
    '"client_key"',
  ],
  [
    'a wrong client key',
    post('/open-api/oauth/get-token', '{"clientId":"00000000-sandbox","clientKey":"b"}', JSON_TYPE),
    'clientKey is wrong',
  ],
  [
    'a slip in a fault rule',
    post('/_sandbox/faults', '{"match":{"operaton":"E8"},"effect":{"reset":true}}', JSON_TYPE),
    'operaton',
    'did you mean',
    'operation',
  ],
  [
    'a slip in the clock',
    post('/_sandbox/clock/advance', '{"advnaceMs":1}', JSON_TYPE),
    'advnaceMs is not a known property',
    'ms is missing',
  ],
  [
    'fixtures below a workspace',
    { method: 'GET', path: '/_sandbox/workspaces/00000000/fixtures' },
    '/w/00000000/_sandbox/fixtures',
  ],
  ['a path of the control plane', post('/_sandbox/rest', '{}', JSON_TYPE), '/_sandbox/reset'],
  [
    'a named state',
    post('/_sandbox/states/collection-editible', '{}', JSON_TYPE),
    'collection-editable',
  ],
  [
    'a number of an assumption',
    { ...post('/_sandbox/variants', '{"20-1":"x"}', JSON_TYPE), method: 'PATCH' },
    'unknown assumption 20-1',
    'A-20-1',
  ],
  [
    'a variant',
    { ...post('/_sandbox/variants', '{"A-20-1":"envelop"}', JSON_TYPE), method: 'PATCH' },
    'envelope',
  ],
  ['a fault by header', withHeaders({ ...LOGIN, 'x-sandbox-fault': 'rest' }), 'x-sandbox-fault'],
]

const saidBy = ({ text, headers }: Reply): string =>
  `${text.replaceAll('\\"', '"')} ${headers.get('x-sandbox-findings')}`

describe('the answer to a usual mistake names what was sent and what was meant', () => {
  let server: TestServer

  beforeEach(async () => {
    server = await injectServer()
  })

  test.each(FIELDS)('%s %j', async (operation, change, ...named) => {
    const param = { ...samplesOf(server.fixtures)[operation], ...change }
    const said = saidBy(await server.call(operation, param))
    expect(
      named.filter((words) => !said.includes(words)),
      said,
    ).toEqual([])
  })

  test.each(REQUESTS)('%s', async (_mistake, { path, ...sent }, ...named) => {
    const said = saidBy(await send(server.url, { ...sent, path }))
    expect(
      named.filter((words) => !said.includes(words)),
      said,
    ).toEqual([])
  })

  test('at least 120 mistakes are tried, and at most ten have no sentence', () => {
    expect(FIELDS.length + REQUESTS.length).toBeGreaterThanOrEqual(120)
    expect(Object.keys(UNNAMED).length).toBeLessThanOrEqual(10)
  })
})
