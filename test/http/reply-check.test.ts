import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import { send } from '#test/kit/http.ts'
import { pathOf } from '#test/kit/operations.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type ServerOptions } from '#test/kit/server.ts'
import { begin, makeAsset, uploadWhole } from '#test/kit/uploads.ts'
import { vary } from '#test/kit/variation.ts'

type Node = Record<string, unknown>

/** A node of a document, which is changed in place. */
const at = (document: Node, ...keys: readonly string[]): Node =>
  keys.reduce((node, key) => node[key] as Node, document)

/** A folder with the published documents, of which one is changed. */
const alteredFolder = (
  name: 'closed' | 'control' | 'openapi',
  alter: (document: Node) => void,
): string => {
  const folder = freshFolder()
  cpSync(shippedFolders().openapi, folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Node
  alter(document)
  writeFileSync(file, JSON.stringify(document))
  return folder
}

/** A server whose document wants another type of a property than the server answers. */
const mistypedFolder = (shape: string, property: string, type: string): string =>
  alteredFolder('closed', (document) => {
    at(document, 'components', 'schemas', shape, 'properties', property).type = type
  })

const DEFECT = { code: '90000099', result: null }

const messagesIn = (log: readonly string[]): string[] =>
  log
    .map((line) => JSON.parse(line) as { level: number; err?: { message: string } })
    .flatMap(({ err }) => (err ? [err.message] : []))

describe('a server that checks its replies', () => {
  test('validates a success against the closed document, not against the schema in the code', async () => {
    const log: string[] = []
    const openapi = mistypedFolder('UserSimpleInfo', 'email', 'number')
    const server = await injectServer({ openapi, log })
    const userIds = [server.fixtures.users.owner.id]
    expect((await server.call('E8', { userIds })).body).toMatchObject(DEFECT)
    expect(messagesIn(log)).toEqual([
      'E8 answers what its published document does not allow: /result/0/email must be number',
    ])
    expect((await server.call('E8', { userIds: [] })).body).toMatchObject({ code: '0' })
  })

  test('validates nothing without the setting', async () => {
    const openapi = mistypedFolder('UserSimpleInfo', 'email', 'number')
    const server = await injectServer({ openapi, env: { SANDBOX_CHECK_REPLIES: 'off' } })
    const reply = await server.call('E8', { userIds: [server.fixtures.users.owner.id] })
    expect(reply.body).toMatchObject({ code: '0' })
  })

  test('stores nothing when the answer of a write is wrong', async () => {
    const log: string[] = []
    const openapi = alteredFolder('closed', (document) => {
      at(
        document,
        'paths',
        '/open-api/standard/v1/asset/collection/add-asset',
        'post',
        'responses',
      )['200'] = {
        description: '',
        content: { 'application/json': { schema: { type: 'string' } } },
      }
    })
    const server = await injectServer({ openapi, log })
    const { assets, collections } = server.fixtures
    const [assetId = 0] = assets.ids
    const collectionOf = async (): Promise<unknown> => {
      const param = { assetIdList: [assetId] }
      return (await server.result<{ detail: Node[] }>('E4', param)).detail[0]?.collectionInfo
    }
    const before = await collectionOf()
    const param = { collectionId: collections.editable.id, assetIds: [assetId] }
    await server.call('E22', param)
    expect(await collectionOf()).toEqual(before)
    expect(messagesIn(log)[0]).toContain('E22 answers what its published document does not allow')
    // The change would have been seen.
    const usual = await injectServer()
    expect(await usual.result('E22', param)).toBe(true)
    const { detail } = await usual.result<{ detail: Node[] }>('E4', { assetIdList: [assetId] })
    expect(detail[0]?.collectionInfo).not.toEqual(before)
  })

  test('validates refusals', async () => {
    const log: string[] = []
    const openapi = mistypedFolder('RefusalEnvelope', 'message', 'number')
    const server = await injectServer({ openapi, log })
    const reply = await server.call('E8', { userIds: 'none' })
    expect(reply.body).toMatchObject(DEFECT)
    expect(messagesIn(log)).toEqual([expect.stringContaining('/message must be number')])
  })

  test('validates a refusal against the list of its operation', async () => {
    const log: string[] = []
    const openapi = alteredFolder('closed', (document) => {
      at(document, 'paths', '/open-api/standard/v1/query-user-simple-info-list', 'post')[
        'x-refusals'
      ] = []
    })
    const server = await injectServer({ openapi, log })
    expect((await server.call('E8', { userIds: 'none' })).body).toMatchObject(DEFECT)
    expect(messagesIn(log)).toEqual([
      'E8 answers what its published document does not allow: the document lists no refusal 90020002',
    ])
  })

  test('validates an answer in pieces before its first byte', async () => {
    const openapi = mistypedFolder('CrowdMember', 'crowdUniqueSign', 'boolean')
    const server = await injectServer({ openapi, log: [] })
    const { corpId, id, source } = server.fixtures.crowdPack
    const reply = await server.call('E10', { corpId, source, crowdPackId: id })
    expect(reply.body).toMatchObject(DEFECT)
  })

  test('validates supporting routes and unlisted statuses', async () => {
    const log: string[] = []
    const openapi = alteredFolder('closed', (document) => {
      at(document, 'paths', '/_files/uploads', 'post').responses = {}
    })
    const server = await injectServer({ openapi, log })
    await expect(begin(server, { name: 'a.txt', size: 3 })).rejects.toThrow()
    expect(messagesIn(log)).toEqual([
      'begin-upload answers what its published document does not allow: the document lists no answer with status 200',
    ])
  })

  test('validates the control plane against its own document', async () => {
    const log: string[] = []
    const openapi = alteredFolder('control', (document) => {
      const { schemas } = at(document, 'components') as { schemas: Node }
      at(schemas, 'ClockState', 'properties', 'now').type = 'string'
    })
    const server = await injectServer({ openapi, log })
    await expect(server.control('/clock')).rejects.toThrow('/clock answered 500')
    expect(messagesIn(log)).toEqual([
      'GET /_sandbox/clock answers what its published document does not allow: /now must be string',
    ])
    expect(await server.control('/fixtures')).toMatchObject({ users: {} })
  })

  test('allows a varied refusal further fields, and no field of another type', async () => {
    // What is varied has to fit the document of clients.
    const openapi = alteredFolder('openapi', (document) => {
      const { '200': answer } = at(document, 'paths', pathOf('E8'), 'post', 'responses')
      at(answer as Node, 'content', 'application/json', 'schema', 'properties', 'message').type =
        'number'
    })
    const refusalOf = async (options: ServerOptions): Promise<Node> => {
      const server = await injectServer(options)
      // A field is added to the envelope by some seeds only.
      for (let seed = 1; seed <= 50; seed += 1) {
        await vary(server, seed, 'extra-fields')
        const { body } = await server.call('E8', { userIds: 'none' })
        if (Object.keys(body as Node).length > 3) return body as Node
      }
      throw new Error('no seed adds a field to a refusal')
    }
    expect(await refusalOf({})).toMatchObject({ code: '90020002' })
    expect(await refusalOf({ openapi, log: [] })).toMatchObject(DEFECT)
  })
})

describe('a download of a file, by a server that checks its replies,', () => {
  const JSON_FILES: [name: string, text: string][] = [
    ['is empty', ''],
    ['is cut', '{"a":[1,2'],
    ['is no JSON', 'plain'],
    ['is whole', '{"a":1}'],
  ]

  test.each(JSON_FILES)('answers the bytes where a JSON file %s', async (_name, text) => {
    const server = await injectServer()
    const path = await uploadWhole(server, 'a.json', [Buffer.from(text)])
    const file = { path, name: 'a.json', type: 'application/json' }
    const { downloadUrl } = await makeAsset(server, file)
    const reply = await send(String(downloadUrl), {})
    expect([reply.status, reply.text]).toEqual([200, text])
    if (text === '') return
    const part = await send(String(downloadUrl), { headers: { range: 'bytes=0-2' } })
    expect([part.status, part.text]).toEqual([206, text.slice(0, 3)])
  })

  test('answers the placeholder of a JSON file that was never uploaded', async () => {
    const server = await injectServer()
    const file = { path: 'p', name: 'a.json', size: 99, type: 'application/problem+json' }
    const { downloadUrl } = await makeAsset(server, file)
    expect(await send(String(downloadUrl), {})).toMatchObject({ status: 200 })
  })

  test('validates a refusal', async () => {
    const log: string[] = []
    const openapi = mistypedFolder('SupportingRefusal', 'message', 'number')
    const server = await injectServer({ openapi, log })
    const reply = await send(`${server.url}/_files/00000000/x?expires=1&signature=2`, {})
    expect(reply).toMatchObject({ status: 500, body: DEFECT })
  })
})
