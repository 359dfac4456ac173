// Calls every operation at its bounds and prints how long the call took and how long /livez did not answer.
// `loop ms` is the time that the thread of the event loop ran on a processor (Linux), which other load on the machine does not change.
// Usage: node bench/holds.mjs [rounds] [operation, such as E7]

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { readOptions } from './options.mjs'
import { startServer } from './server.mjs'

const { positionals } = readOptions(import.meta.url, {}, { isPositional: true })
const ROUNDS = Number(positionals.find((word) => /^\d+$/.test(word)) ?? 3)
const ONLY = positionals.find((word) => /^E\d+$/.test(word))
const USERS = 1_000
const ASSETS = 10_000
const COLLECTIONS = 2_000
const CONTENTS = 800

const server = await startServer()
process.once('uncaughtException', (error) => {
  process.kill(server.pid)
  throw error
})
const agent = new Agent({ keepAlive: true })
let nonce = 0

const send = (path, body) =>
  new Promise((resolve, reject) => {
    nonce += 1
    const start = performance.now()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'access-token': server.access.token,
      'token-type': 'bearer',
      'x-app-key': '00000000-portal',
      's-sign': 'any',
      's-timestamp': '0',
      's-nonce': `n${nonce}`,
    }
    const sent = request(
      server.url + path,
      { method: 'POST', agent, headers },
      async (response) => {
        let text = ''
        let length = 0
        for await (const chunk of response) {
          length += chunk.length
          if (text.length < 1_000) text += chunk.toString('utf8').slice(0, 1_000)
        }
        resolve({ text, length, ms: performance.now() - start })
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })

const range = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** A seed over HTTP is bounded, so every list goes in slices. */
const seed = async (fragment) => {
  for (const [key, rows] of Object.entries(fragment))
    for (let from = 0; from < rows.length; from += 1_000) {
      const slice = { [key]: rows.slice(from, from + 1_000) }
      const { text } = await send('/_sandbox/seed', JSON.stringify(slice))
      if (!text.startsWith('{"added"')) throw new Error(text)
    }
}

const fixturesOf = async () => (await fetch(`${server.url}/_sandbox/fixtures`)).json()
const ids = await fixturesOf()
const owner = ids.users.owner.id
const createdAtMs = 1_700_000_000_000

await seed({
  departments: range(USERS, (index) => ({ id: 950_001 + index, name: `D${index}` })),
  dimensions: range(USERS, (index) => ({ id: 960_001 + index, name: `M${index}` })),
  users: range(USERS, (index) => ({
    id: 920_001 + index,
    email: `user${index}@bench.example`,
    nickname: `U${index}`,
    deptId: ids.departments.ids[0],
    createdAtMs,
  })),
  collections: range(COLLECTIONS, (index) => ({
    id: 970_001 + index,
    name: `${'a'.repeat(60)}${index}`,
    createUser: owner,
    createdAtMs,
    rights: [{ unit: { everyone: true }, mayAdd: true }],
  })),
  metadataFields: [
    {
      code: 'b'.repeat(32),
      name: 'Bench',
      values: range(USERS, (index) => ({ code: `${index}`, name: 'n', updatedAtMs: createdAtMs })),
    },
  ],
  archiveGroups: [
    { id: 990_000, path: 'bench' },
    ...range(USERS, (index) => ({ id: 990_001 + index, path: `bench/${index}` })),
  ],
})
for (let from = 0; from < ASSETS; from += 5_000)
  await seed({
    assets: range(5_000, (index) => ({
      id: 2_200_001 + from + index,
      name: `Asset ${index}`,
      extension: 'png',
      createUser: owner,
      createdAtMs,
      rights: [
        { unit: { user: owner }, role: 'ownerRole' },
        { unit: { department: ids.departments.ids[0] }, role: 'editorRole' },
      ],
      subResources: [
        {
          id: 6_600_001 + from + index,
          name: 'a.png',
          extension: 'png',
          mediaType: 'image/png',
          sizeBytes: 9,
        },
      ],
    })),
  })
await seed({
  portals: [
    {
      id: 99_001,
      code: 'F'.repeat(32),
      name: 'Bench',
      blocks: [
        {
          id: 99_002,
          name: 'Bench',
          contents: range(CONTENTS, (index) => ({
            id: 980_001 + index,
            coreId: 2_200_001,
            name: `Content ${index} ${'a'.repeat(500)}`,
            text: 'b'.repeat(500),
            tags: range(5, (tag) => `${'t'.repeat(90)}${tag}`),
            publishedAtMs: createdAtMs,
          })),
        },
      ],
    },
  ],
})

const users = range(USERS, (index) => 920_001 + index)
const assets = range(ASSETS, (index) => 2_200_001 + index)
const pack = { source: ids.crowdPack.source, corpId: ids.crowdPack.corpId }
const crowd = (count, round, text) =>
  range(count, (index) => ({
    crowdUniqueSign: `${((index * 2_654_435_761) % 4_294_967_296).toString(16)}-${round}-${index}${text}`,
  }))
const tags = (count) => range(count, (index) => `${'t'.repeat(90)}x${index}`)
const text = (length) => 'x'.repeat(length)
const record = {
  tenant_id: '1',
  client_id: 'client',
  event_type_code: 'Share',
  event_time: '2026-03-04 05:06:07.089',
  event_properties: {},
}
const approval = {
  category: 'MATERIAL',
  processDefinitionId: ids.approval.processDefinitionId,
  submitter: owner,
}
const atomsOf = async (count) => {
  const atoms = []
  while (atoms.length < count) {
    const fileList = range(100, (index) => ({ path: `upload/${index}.png`, name: `${index}.png` }))
    const { assetElementIdList } = await server.call('/v2/asset-element/upload', { fileList })
    atoms.push(...assetElementIdList)
  }
  return atoms
}

const standard = (path) => `/open-api/standard${path}`
/** Name, path, parameters for a round. */
const CASES = [
  [
    'E1 1,000 words of 100',
    standard('/v1/search-material-groups'),
    () => ({ keywordList: range(1_000, (index) => `${'a'.repeat(95)}${index}`), pageSize: 1_000 }),
  ],
  [
    'E1 1,000 short words',
    standard('/v1/search-material-groups'),
    () => ({ keywordList: range(1_000, (index) => `${'a'.repeat(20)}b${index}`), pageSize: 1_000 }),
  ],
  ['E1 page of 1,000', standard('/v1/search-material-groups'), () => ({ pageSize: 1_000 })],
  [
    'E2',
    standard('/v1/get-social-media-content-stats'),
    () => ({ createDate: ids.social.createDate }),
  ],
  [
    'E3 1,000 records',
    standard('/v1/save-client-track-log'),
    () => ({ trackList: range(1_000, () => ({ ...record, cur_url: text(1_300) })) }),
  ],
  [
    'E3 1,000 records, many keys',
    standard('/v1/save-client-track-log'),
    () => ({
      trackList: range(1_000, () => ({
        ...record,
        event_properties: Object.fromEntries(range(19, (key) => [`k${key}`, 1])),
      })),
    }),
  ],
  [
    'E4 1,000 ids',
    standard('/v2/asset/detail-list'),
    () => ({ assetIdList: assets.slice(0, 1_000) }),
  ],
  [
    'E5',
    standard('/call/get-approval-by-create-time'),
    () => ({ createTimeForm: 0, category: text(1_000) }),
  ],
  [
    'E6 100 x 120 long tags',
    '/portal/open/block/search',
    () => ({
      blockId: 99_002,
      pageSize: 1_000,
      filterConditionList: range(100, () => ({ code: 'tags', value: tags(120) })),
    }),
  ],
  [
    'E6 100 x 120 fitting tags',
    '/portal/open/block/search',
    () => ({
      blockId: 99_002,
      pageSize: 1_000,
      filterConditionList: range(100, () => ({
        code: 'tags',
        value: [...tags(95), ...range(5, (tag) => `${'t'.repeat(90)}${tag}`)],
      })),
    }),
  ],
  [
    'E6 long text',
    '/portal/open/block/search',
    () => ({ blockId: 99_002, pageSize: 1_000, searchText: `${text(0)}${'a'.repeat(499)}c` }),
  ],
  [
    'E7 100,000 members',
    standard('/v1/marketing/crowd/insert'),
    (round) => ({ ...pack, crowdPackId: ids.crowdPack.id, crowdList: crowd(100_000, round, '') }),
  ],
  [
    'E7 the same again',
    standard('/v1/marketing/crowd/insert'),
    (round) => ({ ...pack, crowdPackId: ids.crowdPack.id, crowdList: crowd(100_000, round, '') }),
  ],
  [
    'E7 50,000 long members',
    standard('/v1/marketing/crowd/insert'),
    (round) => ({
      ...pack,
      crowdPackId: ids.crowdPack.id,
      crowdList: crowd(50_000, round, text(170)),
    }),
  ],
  [
    'E8 100 ids',
    standard('/v1/query-user-simple-info-list'),
    () => ({ userIds: users.slice(0, 100) }),
  ],
  [
    'E8 24,000 unknown keys',
    standard('/v1/query-user-simple-info-list'),
    () => ({
      userIds: [],
      ...Object.fromEntries(range(24_000, (key) => [`unknown-${key}`, null])),
    }),
  ],
  [
    'E8 a key of 1 MB',
    standard('/v1/query-user-simple-info-list'),
    () => ({ userIds: [], [text(1_400_000)]: 0 }),
  ],
  [
    'E9 50 x 100 assignees',
    standard('/v1/material/create-external-asset-publishing-approval'),
    () => ({
      ...approval,
      assignees: Object.fromEntries(range(50, (key) => [`task${key}`, users.slice(0, 100)])),
      objects: assets.slice(0, 1_000),
    }),
  ],
  [
    'E9 50,000 variables',
    standard('/v1/material/create-external-asset-publishing-approval'),
    () => ({
      ...approval,
      assignees: { task1: [owner] },
      variables: { list: range(49_000, () => 1) },
    }),
  ],
  ['E10', standard('/v1/marketing/crowd/list'), () => ({ ...pack, crowdPackId: ids.crowdPack.id })],
  ['E11', '/portal/open/block/getContent', () => ({ id: 980_001 })],
  [
    'E12 1,000 users',
    standard('/v1/add-notifications'),
    () => ({
      users: range(USERS, (index) => `user${index}@bench.example`),
      templateCode: 't',
      content: { htmlContent: text(32_000) },
      url: text(100),
    }),
  ],
  [
    'E12 1,000 unknown users',
    standard('/v1/add-notifications'),
    () => ({
      users: range(USERS, (index) => `${index}${text(200)}`),
      templateCode: 't',
      content: { htmlContent: '' },
    }),
  ],
  [
    'E13 10,000 parts',
    standard('/v1/file/complete-multipart-upload'),
    () => ({
      ...ids.upload,
      partETags: range(10_000, (index) => ({ partNumber: index + 1, etag: text(32) })),
    }),
  ],
  [
    'E14 3 x 1,000',
    standard('/v1/addPortalAuth'),
    () => ({
      portalId: 99_001,
      authType: 1,
      userIdList: users,
      deptIdList: range(USERS, (index) => 950_001 + index),
      dimensionIdList: range(USERS, (index) => 960_001 + index),
    }),
  ],
  [
    'E15 long remark',
    standard('/v1/creative/update'),
    () => ({ ...ids.creative, remark: text(8_000) }),
  ],
  [
    'E16 100 files',
    standard('/v2/asset-element/upload'),
    () => ({
      fileList: range(100, (index) => ({
        path: `upload/${index}${text(900)}`,
        name: `${text(900)}${index}`,
      })),
    }),
  ],
  [
    'E17 1,000 paths',
    standard('/v1/material-archive/group/list'),
    () => ({ groupPath: range(1_000, (index) => `bench/${index}`) }),
  ],
  [
    'E17 1,000 long paths',
    standard('/v1/material-archive/group/list'),
    () => ({ groupPath: range(1_000, (index) => `${text(990)}${index}`) }),
  ],
  [
    'E19 long texts',
    standard('/v1/submitQueryResult'),
    () => ({
      libraryType: text(1_000),
      clientId: text(1_000),
      uuid: text(1_000),
      operateType: text(1_000),
    }),
  ],
  [
    'E20 1,000 values',
    standard('/v1/metadata/value/update'),
    (round) => ({
      attrCode: 'b'.repeat(32),
      attrValueList: range(1_000, (index) => ({
        attrValueCode: `${index}`,
        attrValueName: `${text(900)}${round}`,
      })),
    }),
  ],
  [
    'E21 1,000 atoms',
    standard('/call/material2group'),
    async () => ({ assetIdList: await atomsOf(1_000) }),
  ],
  [
    'E21 1,000 unknown atoms',
    standard('/call/material2group'),
    () => ({ assetIdList: range(1_000, (index) => 1e12 + index) }),
  ],
  [
    'E22 10,000 ids',
    standard('/v1/asset/collection/add-asset'),
    (round) => ({ collectionId: 970_001 + round, assetIds: assets }),
  ],
  [
    'E22 10,000 unknown ids',
    standard('/v1/asset/collection/add-asset'),
    () => ({ collectionId: 970_001, assetIds: range(10_000, (index) => 1e12 + index) }),
  ],
  [
    'E18 of all members',
    standard('/v1/marketing/crowd-pack/delete'),
    () => ({ ...pack, id: ids.crowdPack.id }),
  ],
]

/** How long the main thread of the server has run, ms. */
const loopMs = () => {
  try {
    return Number(readFileSync(`/proc/${server.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}

const poller = new Worker(new URL('./livez.mjs', import.meta.url), { workerData: server.url })
const longestDelay = async () => {
  poller.postMessage('take')
  const [delay] = await once(poller, 'message')
  return delay
}
await once(poller, 'message')

process.stdout.write(`${'call'.padEnd(34)}  call ms  loop ms  /livez ms   answer\n`)
for (const [name, path, paramOf] of CASES) {
  if (ONLY && !name.startsWith(`${ONLY} `)) continue
  let best
  for (let round = 0; round < ROUNDS; round += 1) {
    const param = await paramOf(round)
    const body = JSON.stringify(path.startsWith('/portal') ? param : { param })
    await longestDelay()
    const before = loopMs()
    const { ms, text: answer, length } = await send(path, body)
    const loop = loopMs() - before
    const delay = await longestDelay()
    // Noise only adds.
    if (round === 0 || name.startsWith('E18')) best ??= { ms, loop, delay, answer, length }
    else
      best = {
        ...best,
        ms: Math.min(best.ms, ms),
        loop: Math.min(best.loop, loop),
        delay: Math.min(best.delay, delay),
      }
  }
  const shown = `${best.length} bytes ${best.answer.slice(0, 90)}`
  process.stdout.write(
    `${name.padEnd(34)} ${best.ms.toFixed(0).padStart(8)} ${best.loop.toFixed(0).padStart(8)} ${best.delay.toFixed(0).padStart(10)}   ${shown}\n`,
  )
}
agent.destroy()
await poller.terminate()
await server.stop()
