import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { send } from './compare-answers.mjs'

const NOW_MS = 1_790_000_000_000
const JSON_TYPE = { 'content-type': 'application/json' }
const FILE = readFileSync(new URL('../test/files/plain.jpg', import.meta.url))
const E1 = '/open-api/standard/v1/search-material-groups'
const SEEN = ['/readyz', '/livez', '/', '/docs', '/console/', '/openapi.json', '/openapi.yaml']

const json = (method, path, body, headers) => ({
  method,
  path,
  headers: { ...(body !== undefined && JSON_TYPE), ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** Headers of a client that may do everything, for operations and for the portal. */
const credentialsOf = ({ app, portalApp, users }, number) => ({
  'access-token': app.accessToken,
  'token-type': 'bearer',
  'x-open-api-user': users.owner.email,
  'x-app-key': portalApp.appKey,
  's-sign': 'signature',
  's-timestamp': String(NOW_MS),
  's-nonce': `7b0c8a44-3c5e-4a0e-9f5d-${String(number).padStart(12, '0')}`,
})

/** The requests of the examples of an operation: bodies, wrong bodies and parameters of the path. */
const examplesOf = (path, method, { requestBody, parameters = [] }) => {
  const media = requestBody?.content?.['application/json'] ?? {}
  const bodies = Object.entries({ ...media.examples, ...media['x-invalid-examples'] }).map(
    ([name, { value, 'x-headers': headers }]) => ({ name, path, body: value, headers }),
  )
  const paths = parameters
    .filter((parameter) => parameter.in === 'path' && path.split('{').length === 2)
    .flatMap(({ name: field, examples = {} }) =>
      Object.entries(examples).map(([name, { value }]) => ({
        name,
        path: path.replace(`{${field}}`, encodeURIComponent(value)),
      })),
    )
  return [...bodies, ...paths]
    .flatMap((example) => (example.name === 'success' ? [example, example] : [example]))
    .map((example) => ({ ...example, method: method.toUpperCase() }))
}

const callExamples = async (both, document, fixtures) => {
  let number = 0
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      for (const example of examplesOf(path, method, operation)) {
        number += 1
        const headers = { ...credentialsOf(fixtures, number), ...example.headers }
        const call = json(example.method, example.path, example.body, headers)
        call.body = call.body?.replaceAll('<ACCESS_TOKEN>', fixtures.app.accessToken)
        await both(`${operation.operationId} ${example.name}`, () => call)
      }
}

/** The way of a file: upload, E13, E16, E21, E4, and its bytes and pictures. */
const callUpload = async (both, fixtures, pathOf) => {
  const headers = credentialsOf(fixtures, 0)
  const call = (id, paramOf) =>
    both(`upload ${id}`, (side) =>
      json('POST', pathOf(id), { token: fixtures.app.accessToken, param: paramOf(side) }, headers),
    )
  const declared = { name: 'plain.jpg', type: 'image/jpeg', size: FILE.length }
  const begun = await both('upload begin', () => json('POST', '/_files/uploads', declared, headers))
  const { result: upload } = begun[0].json
  const signed = (url) => url.replace(/^https?:\/\/[^/]+/, '')
  const toPart = (side) => signed(begun[side].json.result.parts[0].url)
  const put = (path, content) => ({ method: 'PUT', path, body: FILE, headers: content })
  await both('upload part', (side) => put(toPart(side), {}))
  await both('upload part again', (side) => put(toPart(side), { 'content-md5': 'wrong' }))
  const byToken = `/_files/uploads/${upload.uploadId}/parts/1`
  await both('upload part by token', () => put(byToken, headers))
  await both('upload state', () =>
    json('GET', `/_files/uploads/${upload.uploadId}`, undefined, headers),
  )
  const etag = createHash('md5').update(FILE).digest('hex')
  const { uploadId, filePath } = upload
  await call('E13', () => ({ uploadId, filePath, partETags: [{ partNumber: 1, etag }] }))
  const single = { ...put('/_files/uploads/single?name=b.jpg', headers), method: 'POST' }
  await both('upload single', () => single)
  const file = { path: filePath, name: 'plain.jpg', type: 'image/jpeg', size: FILE.length }
  const made = await call('E16', () => ({ fileList: [file] }))
  const atoms = made.map((answer) => answer.json.result.assetElementIdList)
  const ingested = await call('E21', (side) => ({ assetIdList: atoms[side] }))
  const ids = ingested.map((answer) => answer.json.result.successMaterialIdList ?? [])
  const details = await call('E4', (side) => ({
    assetIdList: [...ids[side], fixtures.assets.ids[0]],
  }))
  const urls = details.map(({ text, json: answer }) => [
    ...new Set(JSON.stringify(answer ?? text).match(/https?:\/\/[^"]+\/_files\/[^"]+/g)),
  ])
  for (const index of urls[0].keys()) {
    const path = (side) => signed(urls[side][index] ?? '/absent')
    const name = path(0).replace(/\?.*/, '')
    await both(`GET ${name}`, (side) => json('GET', path(side)))
    await both(`GET ${name} range`, (side) =>
      json('GET', path(side), undefined, { range: 'bytes=2-9' }),
    )
    await both(`HEAD ${name}`, (side) => json('HEAD', path(side)))
    await both(`GET ${name} unsigned`, () => json('GET', name))
  }
}

const callMalformed = async (both, fixtures) => {
  const headers = { ...credentialsOf(fixtures, 0), ...JSON_TYPE }
  const { 'content-type': _, ...untyped } = headers
  const body = '{"param":{}}'
  const calls = {
    'no headers': { body },
    'wrong token': { headers: { ...headers, 'access-token': 'wrong' }, body },
    'wrong token type': { headers: { ...headers, 'token-type': 'basic' }, body },
    'unknown user': { headers: { ...headers, 'x-open-api-user': 'no@example.com' }, body },
    'wrong content type': { headers: { ...headers, 'content-type': 'text/plain' }, body },
    'no content type': { headers: untyped, body },
    'malformed JSON': { headers, body: '{"param":' },
    'not UTF-8': { headers, body: Buffer.from([0x22, 0xff, 0x22]) },
    'no body': { headers },
    'list as body': { headers, body: '[]' },
    'too deep': { headers, body: `${'['.repeat(2000)}${']'.repeat(2000)}` },
    'repeated field': { headers, body: '{"param":{"page":1,"page":2}}' },
    'unknown field': { headers, body: '{"param":{"colour":"red"},"odd":1}' },
    'wrong fault': { headers: { ...headers, 'x-sandbox-fault': 'odd' }, body },
    GET: { method: 'GET' },
    DELETE: { method: 'DELETE', headers },
    OPTIONS: { method: 'OPTIONS' },
    preflight: {
      method: 'OPTIONS',
      headers: { origin: 'http://a.example', 'access-control-request-method': 'POST' },
    },
    'unknown path': { path: '/open-api/standard/v1/nothing', headers, body },
    'unknown path of files': { method: 'GET', path: '/_files/nothing' },
    'unknown path of control': { method: 'GET', path: '/_sandbox/nothing' },
    'unknown page': { method: 'GET', path: '/nothing', headers: { accept: 'text/html' } },
    'foreign host': { method: 'GET', path: '/_sandbox/clock', headers: { host: 'a.example' } },
    'workspace in the path': { path: `/w/00000000${E1}`, headers, body },
    'unknown workspace': { path: `/w/none${E1}`, headers, body },
  }
  for (const [name, call] of Object.entries(calls))
    await both(`malformed ${name}`, () => ({ method: 'POST', path: E1, ...call }))
}

/** Calls of the control plane between two readings of all that it tells, and their bodies. */
const CONTROL = [
  ['POST', 'snapshots', { name: 'before' }],
  ['POST', 'snapshots', {}],
  ['POST', 'faults', { match: { operation: 'E1' }, effect: { code: '10134011' }, times: 1 }],
  ['POST', 'faults', { match: { operation: 'none' }, effect: {} }],
  ['E1'],
  ['PATCH', 'variants', { 'A-page-1': 'none' }],
  ['PATCH', 'variants', { 'A-20-1': 'envelope' }],
  ['PUT', 'variation', { seed: 7 }],
  ['E1'],
  ['DELETE', 'variation'],
  ['POST', 'clock/advance', { ms: 3_600_000 }],
  ['PUT', 'clock', { mode: 'odd' }],
  ['POST', 'states', { state: 'empty-library' }],
  ['POST', 'seed?mode=merge', { users: [] }],
  ['POST', 'journal/wait', { match: { operation: 'E1' }, timeoutMs: 0 }],
  ['POST', 'journal/expect-none', { match: { operation: 'E1' }, timeoutMs: 0 }],
]
const CONTROL_ENDS = [
  ['POST', 'snapshots/before/restore'],
  ['POST', 'snapshots/none/restore'],
  ['DELETE', 'snapshots/before'],
  ['DELETE', 'variants'],
  ['DELETE', 'faults'],
  ['DELETE', 'coverage'],
  ['DELETE', 'findings'],
  ['POST', 'reset', { parts: ['data', 'faults'] }],
  ['POST', 'reset'],
  ['PUT', 'clock', { mode: 'frozen', now: NOW_MS }],
]
const MORE_READ = ['journal?bodies=true&limit=1000', 'journal/1', 'journal/0', 'records/atoms']

const callControl = async (both, fixtures, control) => {
  const run = async ([method, path, body]) => {
    if (method !== 'E1')
      return both(`${method} ${path}`, () => json(method, `/_sandbox/${path}`, body))
    return both('control E1', () => json('POST', E1, { param: {} }, credentialsOf(fixtures, 0)))
  }
  const lists = Object.entries(control.paths).filter(
    ([path, { get }]) => get && !path.includes('{'),
  )
  const readAll = async () => {
    for (const path of [...lists.map(([name]) => name.replace('/_sandbox/', '')), ...MORE_READ])
      await run(['GET', path])
  }
  await readAll()
  for (const row of CONTROL) await run(row)
  const options = { name: 'other', seed: 'minimal', clock: { mode: 'frozen', now: NOW_MS } }
  const made = await both('POST workspaces', () => json('POST', '/_sandbox/workspaces', options))
  const other = (side) => `/_sandbox/workspaces/${made[side].json?.id}`
  await both('GET workspace', (side) => json('GET', other(side)))
  await readAll()
  await both('DELETE workspace', (side) => json('DELETE', other(side)))
  for (const row of CONTROL_ENDS) await run(row)
  await readAll()
}

/** Sends every call to both servers, in the order of the first one's documents. */
export const callAll = async (both, sides) => {
  const frozen = { mode: 'frozen', now: NOW_MS }
  await both('freeze the clock', () => json('PUT', '/_sandbox/clock', frozen))
  for (const path of SEEN) await both(`GET ${path}`, () => json('GET', path))
  const read = async (path) => (await send(sides[0], { method: 'GET', path })).json
  const [document, control, fixtures] = await Promise.all(
    ['/openapi.json', '/_sandbox/openapi.json', '/_sandbox/fixtures'].map(read),
  )
  const pathOf = (id) =>
    Object.keys(document.paths).find((path) => document.paths[path].post?.operationId === id)
  await callExamples(both, document, fixtures)
  await callUpload(both, fixtures, pathOf)
  await callMalformed(both, fixtures)
  await callControl(both, fixtures, control)
}
