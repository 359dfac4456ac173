import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Headers as Header } from 'tar-stream'
import { describe, expect, test, vi } from 'vitest'
import { connectSandbox } from '#src/index.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { expectRefused } from '#test/kit/acts.ts'
import { type Contents, headerOf, packed } from '#test/kit/archives.ts'
import { openConnection, requestBytes } from '#test/kit/connections.ts'
import { NOW } from '#test/kit/databases.ts'
import { ask } from '#test/kit/downloads.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { type Reply, send } from '#test/kit/http.ts'
import { freshFolder } from '#test/kit/process.ts'
import { ASSET, PICTURE, seedFolder } from '#test/kit/seed-folders.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const SEED: Contents = { 'assets.json': json({ assets: [ASSET] }), 'files/hero.png': PICTURE }

const sendSeed = (server: TestServer, archive: Buffer, query = ''): Promise<Reply> =>
  send(`${server.url}/_sandbox/seed${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-tar' },
    body: new Uint8Array(archive),
  })

const expectAdded = async (server: TestServer, archive: Buffer, query = ''): Promise<void> => {
  const reply = await sendSeed(server, archive, query)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toEqual({ added: { assets: 1 } })
}

const downloaded = async (server: TestServer): Promise<Buffer> => {
  const { detail } = await server.result<{
    detail: { size: number; subResList: { downloadUrl: string; type: string }[] }[]
  }>('E4', { assetIdList: [ASSET.id] })
  expect(detail).toMatchObject([{ subResList: [{ type: 'image/png' }] }])
  return (await ask(detail[0]?.subResList[0]?.downloadUrl)).bytes
}

const storedFiles = ({ sandbox }: TestServer): number => {
  const { contents } = sandbox.files.blobs.paths
  try {
    return readdirSync(contents, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    ).length
  } catch {
    return 0
  }
}

describe('a seed that is sent as an archive', () => {
  test.each(['memory', 'data folder'])('brings its files with it, in %s', async (place) => {
    const env: Record<string, string> = place === 'memory' ? {} : { SANDBOX_DATA: freshFolder() }
    const server = await startServer({ env })
    await expectAdded(server, await packed(SEED))
    await server.sandbox.sweeper.sweep()
    expect((await downloaded(server)).equals(PICTURE)).toBe(true)
  })

  test('may have its files first, folders, and paths that begin with a dot', async () => {
    const server = await startServer()
    const { 'assets.json': data = PICTURE, 'files/hero.png': file = PICTURE } = SEED
    const archive = await packed(
      {
        './': Buffer.alloc(0),
        './files/': Buffer.alloc(0),
        './files/hero.png': file,
        './assets.json': data,
      },
      { './': { type: 'directory' }, './files/': { type: 'directory' } },
    )
    await expectAdded(server, archive)
    expect((await downloaded(server)).equals(PICTURE)).toBe(true)
  })

  test('names its files in any Unicode form, and passes over what a Mac or Windows adds', async () => {
    const server = await startServer()
    const [part] = ASSET.subResources
    const asset = { ...ASSET, subResources: [{ ...part, file: 'caf\u00e9.png' }] }
    const foreign = Buffer.from('\0\x05\x16\x07')
    const names = [
      '._assets.json',
      './.DS_Store',
      'files/._hero.png',
      'files/Thumbs.db',
      'desktop.ini',
    ]
    const archive = await packed({
      ...Object.fromEntries(names.map((name) => [name, foreign])),
      'assets.json': json({ assets: [asset] }),
      'files/cafe\u0301.png': PICTURE,
    })
    await expectAdded(server, archive)
    expect((await downloaded(server)).equals(PICTURE)).toBe(true)
  })

  test('names files of the seed of its workspace too, and cuts uploads', async () => {
    const server = await startServer()
    const upload = { id: 'sent', filePath: 'upload/sent', name: 'a', createdAtMs: NOW }
    const uploads = [
      { ...upload, file: 'hero.png', partSizeBytes: 102_400 },
      {
        ...upload,
        id: 'own',
        filePath: 'upload/own',
        file: 'mist-ridge.jpg',
        partSizeBytes: 200_000,
      },
    ]
    const archive = await packed({ ...SEED, 'uploads.json': json({ uploads }) })
    const reply = await sendSeed(server, archive)
    expect(reply.body, reply.text).toEqual({ added: { assets: 1, uploads: 2 } })
    const parts = server.workspace.store.sqlite
      .prepare(
        'SELECT upload_id, sum(size_bytes) FROM upload_parts WHERE upload_id IN (?, ?) GROUP BY 1',
      )
      .raw()
      .all('sent', 'own')
    expect(parts).toEqual([
      ['own', 258_568],
      ['sent', PICTURE.length],
    ])
  })

  const file = (name: string, header: Partial<Header> = {}) =>
    packed({ ...SEED, [name]: header.type ? Buffer.alloc(0) : PICTURE }, { [name]: header })
  const data = (text: string) => packed({ ...SEED, 'more.json': Buffer.from(text) })
  const claiming = (name: string, size: number) => async () =>
    Buffer.concat([await headerOf(name, size), PICTURE])

  const OTHER = 'does not belong in a seed'
  const PATHS: readonly (readonly [string, Header['type'], string])[] = [
    ['my-seed/assets.json', 'file', OTHER],
    ['notes.txt', 'file', OTHER],
    ['../more.json', 'file', OTHER],
    ['/more.json', 'file', OTHER],
    ['files/../more.png', 'file', 'is not a seed file'],
    ['files/..', 'file', 'is not a seed file'],
    ['files/more/a.png', 'file', 'is not a seed file; put it directly below files/'],
    ['files/link', 'symlink', 'is a symlink; only regular files are allowed'],
    ['more.json', 'link', 'is a hard link'],
    ['files/tty', 'character-device', 'is a character device'],
  ]
  const dimensions = Array.from({ length: 5_001 }, (_, id) => ({ id: id + 1, name: '' }))
  const many = `{"fixtures":{"a":[${'1,'.repeat(LIMITS.seedBodyValues.max)}1]}}`
  const nameless = { id: 5, email: 'a@b', nickname: '', deptId: 9, createdAtMs: 0 }
  const DATA: readonly (readonly [string, string, string])[] = [
    ['that is not JSON', '{"users":\n [}', 'more.json is not valid JSON: line 2, column 3: '],
    ['that is empty', '', 'more.json is empty; expected a JSON object with keys of a seed'],
    ['of half a character', '{"fixtures": {"a": ["\\ud800"]}}', 'half of a surrogate pair'],
    ['that is nested', '['.repeat(100), 'more.json is nested more than 64 levels deep'],
    ['of many values', many, 'more.json has more than 320,000 keys and values'],
    ['of many rows', JSON.stringify({ dimensions }), 'at most 5000 are allowed at once'],
    ['of an unknown key', '{"user": []}', 'user is not a known property; did you mean "users"?'],
    ['that names nothing', JSON.stringify({ users: [nameless] }), '(more.json#/users/0/deptId)'],
  ]

  test.each<[string, () => Promise<Buffer>, string]>([
    ['without data', () => packed({ 'files/hero.png': PICTURE }), 'has no .json files at its top'],
    ['that is cut', async () => (await packed(SEED)).subarray(0, 3_000), 'Unexpected end of data'],
    ['that is no archive', async () => PICTURE, 'The archive cannot be read:'],
    [
      'that is compressed',
      async () => gzipSync(await packed(SEED)),
      'it is compressed; send a plain tar',
    ],
    ['that is a zip file', async () => Buffer.from('PK\x03\x04 and more'), 'it is compressed'],
    ['that is empty', async () => Buffer.alloc(0), 'The archive has no .json files'],
    ...PATHS.map(([path, type, words]): [string, () => Promise<Buffer>, string] => [
      `with ${type} ${path}`,
      () => file(path, type === 'file' ? {} : { type: type ?? null, linkname: 'assets.json' }),
      words,
    ]),
    ...DATA.map(([what, text, words]): [string, () => Promise<Buffer>, string] => [
      `with data ${what}`,
      () => data(text),
      words,
    ]),
    [
      'with a file twice',
      async () => Buffer.concat([(await packed(SEED)).subarray(0, -1_024), await packed(SEED)]),
      'The archive has "assets.json" twice',
    ],
    [
      'with more data than a body may have',
      claiming('more.json', LIMITS.seedBodyBytes.max + 1),
      `have more than ${LIMITS.seedBodyBytes.max} bytes together`,
    ],
    [
      'with a file that is too large',
      claiming('files/a', LIMITS.seedMediaBytes.max + 1),
      `at most ${LIMITS.seedMediaBytes.max} are allowed`,
    ],
    [
      'that names a file it does not have',
      () => packed({ 'assets.json': SEED['assets.json'] ?? PICTURE }),
      'file is "hero.png", which is neither in files/ of the archive nor among the files of the seed minimal',
    ],
  ])('is refused %s, and leaves nothing behind', async (_, archive, words) => {
    const server = await startServer()
    const before = dumpOf(server.workspace.store)
    await server.sandbox.sweeper.sweep()
    const files = storedFiles(server)
    expectRefused(await sendSeed(server, await archive()), 400, words)
    expect(dumpOf(server.workspace.store)).toEqual(before)
    await expect
      .poll(async () => {
        await server.sandbox.sweeper.sweep()
        return storedFiles(server)
      })
      .toBe(files)
  })

  test('is refused with more entries than an archive of a seed may have', async () => {
    const server = await startServer()
    const one = await packed({ 'files/': Buffer.alloc(0) }, { 'files/': { type: 'directory' } })
    const entry = one.subarray(0, 512)
    const { max } = LIMITS.seedArchiveEntries
    const archive = Buffer.concat([
      ...Array.from({ length: max + 1 }, () => entry),
      await packed(SEED),
    ])
    expectRefused(await sendSeed(server, archive), 400, `more than ${max} entries`)
  })

  test('is refused with more bytes than the quota of the workspace', async () => {
    const server = await startServer()
    const sizes = server.workspace.store.sqlite
      .prepare('SELECT total(size_bytes) FROM files')
      .pluck()
    const fileBytes = Number(sizes.get())
    const withQuota = async (quota: { fileBytes: number }) => {
      const { workspace } = await server.sandbox.create({ seed: 'minimal' })
      server.sandbox.update(workspace, { quota })
      return workspace
    }
    const small = await withQuota({ fileBytes: PICTURE.length - 1 })
    const archive = await packed(SEED)
    const reply = await sendSeed(server, archive, `?workspace=${small.id}`)
    expectRefused(reply, 400, 'File quota exceeded')
    const full = await withQuota({ fileBytes })
    const before = dumpOf(full.store)
    expectRefused(
      await sendSeed(server, archive, `?workspace=${full.id}`),
      507,
      'is full; the call stored nothing',
    )
    expect(dumpOf(full.store)).toEqual(before)
  })

  test('leaves no defect in the log when its sender goes away', async () => {
    const log: string[] = []
    const server = await startServer({ log })
    const received = vi.spyOn(server.sandbox.files, 'whileHeld')
    const ended = vi.spyOn(server.sandbox.sweeper, 'request')
    const socket = openConnection(server)
    const headers = { 'content-type': 'application/x-tar', 'content-length': '1000000' }
    socket.write(requestBytes('POST', '/_sandbox/seed', { headers }))
    socket.write(await headerOf('files/hero.png', 900_000))
    await expect.poll(() => received.mock.calls.length).toBe(1)
    socket.destroy()
    await expect.poll(() => ended.mock.calls.length).toBeGreaterThan(0)
    await server.control('/states')
    expect(log.join('')).not.toContain('defect')
  })

  test('is packed by the library from a folder of its machine', async () => {
    const server = await startServer()
    const sandbox = connectSandbox(server.url)
    const workspace = await sandbox.workspace({ seed: 'minimal' })
    const folder = seedFolder(`${'长'.repeat(60)} hero.png`)
    expect(await workspace.seed({ folder })).toEqual({ added: { assets: 1 } })
    await expect(workspace.seed({ folder })).rejects.toThrow('send ?mode=replace')
    expect(await workspace.seed({ folder }, { replace: true })).toEqual({ added: { assets: 1 } })
    const { detail } = await workspace.call('E4', { assetIdList: [ASSET.id] })
    expect(detail).toMatchObject([{ size: PICTURE.length }])
    for (const [wrong, words] of [
      [join(folder, 'none'), 'folder not found: '],
      [join(folder, 'assets.json'), 'is not a folder'],
      [freshFolder(), 'has no .json files, so it is not a seed'],
    ] as const)
      await expect(workspace.seed({ folder: wrong })).rejects.toMatchObject({
        name: 'SeedFolderError',
        message: expect.stringContaining(words),
      })
  })
})
