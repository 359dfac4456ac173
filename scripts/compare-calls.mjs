const NOW_MS = 1_790_000_000_000
const FROZEN = { mode: 'frozen', now: NOW_MS }
const JSON_TYPE = { 'content-type': 'application/json' }
const E1 = '/open-api/standard/v1/search-material-groups'
const SEEN = ['/readyz', '/livez', '/', '/docs', '/console/', '/openapi.json']

const pathOf = (url) => new URL(url).pathname + new URL(url).search

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

/** Every example of a request, those of a success twice. */
const callExamples = async (both, document, fixtures) => {
  let number = 0
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { 'x-operation': id, operationId, requestBody }] of Object.entries(item)) {
      const media = requestBody?.content?.['application/json'] ?? {}
      const examples = Object.entries({ ...media.examples, ...media['x-invalid-examples'] })
      for (const [name, example] of examples.flatMap((one) =>
        one[0] === 'success' ? [one, one] : [one],
      )) {
        number += 1
        const headers = { ...credentialsOf(fixtures, number), ...example['x-headers'] }
        const call = json(method.toUpperCase(), path, example.value, headers)
        call.body = call.body.replaceAll('<ACCESS_TOKEN>', fixtures.app.accessToken)
        await both(`${id ?? operationId} ${name}`, () => call)
      }
    }
}

/** The files and pictures of assets, by the URLs in their details. */
const callFiles = async (both, fixtures, path) => {
  const body = { param: { assetIdList: fixtures.assets.ids.slice(0, 3) } }
  const headers = credentialsOf(fixtures, 0)
  const details = await both('files', () => json('POST', path, body, headers))
  const urls = details.map((answer) => [
    ...new Set(JSON.stringify(answer.json).match(/\/_files\/[^"]+/g)),
  ])
  for (const index of urls[0].keys()) {
    const url = (side) => urls[side][index] ?? '/absent'
    const name = url(0).replace(/\?.*/, '')
    const range = { range: 'bytes=2-9' }
    await both(`GET ${name}`, (side) => json('GET', url(side)))
    await both(`GET ${name} range`, (side) => json('GET', url(side), undefined, range))
    await both(`HEAD ${name}`, (side) => json('HEAD', url(side)))
    await both(`GET ${name} unsigned`, () => json('GET', name))
  }
  const single = { method: 'POST', path: '/_files/uploads/single?name=b.txt', headers, body: 'a' }
  await both('upload', () => single)
}

/** A file in two parts: begun, sent, merged by E13, an atom by E16, an asset by E21, whose details E4 answers. */
const callUpload = async (both, fixtures, paths) => {
  const headers = credentialsOf(fixtures, 0)
  const step = async (name, requestOf) =>
    (await both(`upload ${name}`, requestOf)).map(({ json }) => json.result)
  const operation = (id, paramOf) =>
    step(id, (side) => json('POST', paths[id], { param: paramOf(side) }, headers))
  const bytes = ['a'.repeat(102_400), 'b']
  const file = { name: 'ab.txt', size: 102_401, partSizeBytes: 102_400 }
  const begun = await step('begin', () => json('POST', '/_files/uploads', file, headers))
  const sent = []
  for (const [index, body] of bytes.entries()) {
    const part = (side) => ({ method: 'PUT', path: pathOf(begun[side].parts[index].url), body })
    sent.push(await step('part', part))
  }
  await operation('E13', (side) => ({
    ...begun[side],
    partETags: sent.map((tags, index) => ({ partNumber: index + 1, etag: tags[side].etag })),
  }))
  const atomOf = (side) => ({ fileList: [{ path: begun[side].filePath, name: 'ab.txt' }] })
  const atoms = await operation('E16', atomOf)
  const assets = await operation('E21', (side) => ({ assetIdList: atoms[side].assetElementIdList }))
  await operation('E4', (side) => ({ assetIdList: assets[side].successMaterialIdList }))
}

const callMalformed = async (both, fixtures) => {
  const headers = { ...credentialsOf(fixtures, 0), ...JSON_TYPE }
  const bodies = [
    '{"param":',
    '[]',
    '',
    '{"param":{"page":1,"page":2}}',
    '{"param":{"colour":"red"}}',
  ]
  const wrongHeaders = {
    'access-token': 'wrong',
    'token-type': 'basic',
    'x-open-api-user': 'no@example.com',
    'content-type': 'text/plain',
    'x-sandbox-fault': 'odd',
  }
  const calls = [
    { body: '{}', headers: {} },
    ...[...bodies, '['.repeat(2000), Buffer.from([0x22, 0xff, 0x22])].map((body) => ({ body })),
    ...Object.entries(wrongHeaders).map(([name, value]) => ({
      headers: { ...headers, [name]: value },
      body: '{"param":{}}',
    })),
    ...['GET', 'DELETE', 'OPTIONS'].map((method) => ({ method })),
    ...[`/w/00000000${E1}`, `/w/none${E1}`, `${E1}/nothing`].map((path) => ({ path, body: '{}' })),
    { method: 'GET', path: '/_sandbox/clock', headers: { host: 'a.example' } },
  ]
  for (const [index, call] of calls.entries())
    await both(`malformed ${index + 1}`, () => ({ method: 'POST', path: E1, headers, ...call }))
}

/** Calls of the control plane, and their bodies; all that it tells is read where no method stands. */
const CONTROL = [
  [],
  ['POST', 'snapshots', { name: 'before' }],
  ['POST', 'faults', { match: { operation: 'E1' }, effect: { code: '10134011' }, times: 1 }],
  ['POST', 'faults', { match: { operation: 'none' }, effect: {} }],
  ['POST', E1, { param: {} }],
  ['PATCH', 'variants', { 'A-20-1': 'envelope', 'A-page-1': 'none' }],
  ['PATCH', 'variants', { 'A-20-1': 'envelope' }],
  ['PUT', 'variation', { seed: 7 }],
  ['POST', E1, { param: {} }],
  ['POST', 'clock/advance', { ms: 3_600_000 }],
  ['POST', 'states', { state: 'empty-library' }],
  ['POST', 'seed?mode=merge', { users: [] }],
  ['POST', 'journal/wait', { match: { operation: 'E1' }, timeoutMs: 0 }],
  ['POST', 'journal/expect-none', { match: { operation: 'E1' }, timeoutMs: 0 }],
  ['POST', 'workspaces', { name: 'other', seed: 'minimal', clock: FROZEN }],
  [],
  ['DELETE', 'workspaces/other'],
  ['POST', 'snapshots/before/restore'],
  ['POST', 'snapshots/none/restore'],
  ...['snapshots/before', 'variants', 'variation', 'faults', 'coverage', 'findings'].map((path) => [
    'DELETE',
    path,
  ]),
  ['POST', 'reset', { parts: ['data', 'faults'] }],
  ['POST', 'reset'],
  ['PUT', 'clock', FROZEN],
  [],
]
const MORE_READ = ['journal?bodies=true&limit=1000', 'journal/1', 'journal/0', 'records/atoms']

const callControl = async (both, fixtures, control) => {
  const credentials = credentialsOf(fixtures, 0)
  const lists = Object.entries(control.paths)
    .filter(([path, { get }]) => get && !path.includes('{'))
    .map(([path]) => path.replace('/_sandbox/', ''))
  const read = [...lists, ...MORE_READ].map((path) => ['GET', path])
  for (const [method, path, body] of CONTROL.flatMap((call) => (call.length > 0 ? [call] : read)))
    await both(`${method} ${path}`, () =>
      path === E1 ? json(method, path, body, credentials) : json(method, `/_sandbox/${path}`, body),
    )
}

/** Sends every call to both servers, in the order of the first one's documents. */
export const callAll = async (both) => {
  await both('freeze the clock', () => json('PUT', '/_sandbox/clock', FROZEN))
  const read = async (path) => (await both(`GET ${path}`, () => json('GET', path)))[0].json
  for (const path of SEEN) await read(path)
  const document = await read('/openapi.json')
  const control = await read('/_sandbox/openapi.json')
  const fixtures = await read('/_sandbox/fixtures')
  const posts = Object.entries(document.paths).map(([path, { post }]) => [
    post?.['x-operation'] ?? post?.operationId,
    path,
  ])
  const paths = Object.fromEntries(posts)
  await callExamples(both, document, fixtures)
  await callFiles(both, fixtures, paths.E4)
  await callUpload(both, fixtures, paths)
  await callMalformed(both, fixtures)
  await callControl(both, fixtures, control)
}
