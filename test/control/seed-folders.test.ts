import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#src/index.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { SeedTemplates } from '#src/workspaces/templates.ts'
import { act, done, expectRefused } from '#test/kit/acts.ts'
import { freshFolder } from '#test/kit/process.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const OWNER = { id: 7, email: 'a@b', nickname: '', deptId: 1, createdAtMs: 0, isAppOwner: true }
const SEED = { departments: [{ id: 1, name: 'alone' }], users: [OWNER] }

/** A folder with one seed in it, and a server that lets callers name seeds below it. */
const seedServer = async (): Promise<{ server: TestServer; root: string; seed: string }> => {
  const root = freshFolder()
  const seed = seedIn(root, 'one')
  return { server: await injectServer({ env: { SANDBOX_SEED_FOLDERS: root } }), root, seed }
}

const seedIn = (root: string, name: string, content: object | string = SEED): string => {
  const folder = join(root, name)
  mkdirSync(folder)
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  writeFileSync(join(folder, 'all.json'), text)
  return folder
}

const create = (server: TestServer, seed: string) => act(server, '/workspaces', { seed })

const expectCreated = async (server: TestServer, seed: string): Promise<void> => {
  const reply = await create(server, seed)
  expect(reply.status, reply.text).toBe(201)
}

describe('a seed folder named by a caller', () => {
  test('is read below the folders of SANDBOX_SEED_FOLDERS only', async () => {
    const { server, seed } = await seedServer()
    await expectCreated(server, seed)
    const elsewhere = seedIn(freshFolder(), 'one')
    expectRefused(await create(server, elsewhere), 400, 'not demo, minimal or a folder below')
    expectRefused(
      await create(server, join(seed, '../../..')),
      400,
      'a folder below SANDBOX_SEED_FOLDERS',
    )
    expectRefused(
      await create(server, `${freshFolder()}/none`),
      400,
      'a folder below SANDBOX_SEED_FOLDERS',
    )
  })

  test('is read by default below the working directory and at the seed of the server', async () => {
    const seed = seedIn(freshFolder(), 'one')
    const server = await injectServer({ env: { SANDBOX_SEED: seed } })
    await expectCreated(server, seed)
    await expectCreated(server, relative(process.cwd(), seed))
    await expectCreated(server, 'seed/minimal')
    expectRefused(
      await create(server, seedIn(freshFolder(), 'two')),
      400,
      'a folder below SANDBOX_SEED_FOLDERS',
    )
  })

  test('is read anywhere for code of the same process', async () => {
    const seed = seedIn(freshFolder(), 'one')
    const sandbox = await startSandbox({ seed: 'minimal' })
    onTestFinished(() => sandbox.close())
    expect(await (await sandbox.workspace({ seed })).call('E8', { userIds: [7] })).toHaveLength(1)
  })

  test('is rejected when links lead out of the folders', async () => {
    const { server, root, seed } = await seedServer()
    const outside = seedIn(freshFolder(), 'secret', { departments: [{ id: 99, name: 'hunter2' }] })
    symlinkSync(outside, join(root, 'link'))
    expectRefused(
      await create(server, join(root, 'link')),
      400,
      'a folder below SANDBOX_SEED_FOLDERS',
    )
    symlinkSync(join(outside, 'all.json'), join(seed, 'more.json'))
    expectRefused(
      await create(server, seed),
      400,
      'more.json cannot be read: it is outside the folders',
    )
  })

  test('is rejected for a named pipe, which would never end, also among the files of its assets', async () => {
    const { server, root, seed } = await seedServer()
    execFileSync('mkfifo', [join(seed, 'pipe.json')])
    const words = 'it is not a regular file'
    expectRefused(await create(server, seed), 400, `pipe.json cannot be read: ${words}`)
    const named = { id: 1, path: '', name: '', extension: '', file: 'pipe' }
    const atoms = [{ ...named, createUser: 7, createdAtMs: 0 }]
    const folder = seedIn(root, 'pipes', { ...SEED, atoms })
    mkdirSync(join(folder, 'files'))
    execFileSync('mkfifo', [join(folder, 'files/pipe')])
    expectRefused(await create(server, folder), 400, words)
  })

  test('is not quoted in the error when it cannot be read or loaded', async () => {
    const { server, root } = await seedServer()
    const twice = [1, 1].map((id) => ({ id, name: 'hunter2' }))
    for (const [name, content, words] of [
      ['text', '{\n  "hunter2": hunter2', 'all.json is not JSON: line 2, column 14'],
      ['key', { hunter2: 1 }, 'all.json: a key in it does not match'],
      ['value', { departments: [{ id: 'hunter2' }] }, 'departments[0]'],
      ['contradiction', { ...SEED, dimensions: twice }, 'cannot be loaded'],
    ] as const) {
      const reply = await create(server, seedIn(root, name, content))
      expectRefused(reply, 400, words)
      expect(reply.text).not.toContain('hunter2')
    }
  })

  test('is cached once for all spellings of its path, within the limit', async () => {
    const { server, root, seed } = await seedServer()
    const { templates } = server.sandbox
    await expectCreated(server, seed)
    const before = templates.kept.size
    symlinkSync(seed, join(root, 'link'))
    for (const spelling of [`${seed}/`, `${seed}/.`, `${seed}/../one`, join(root, 'link')])
      await expectCreated(server, spelling)
    expect(templates.kept.size).toBe(before)
  })

  test('is evicted by folders used after it, together with its file', async () => {
    const { server, root, seed } = await seedServer()
    const { options, databases, jobs, files } = server.sandbox
    const other = seedIn(root, 'other')
    await files.whileHeld(async (held) => {
      const templates = new SeedTemplates(options.folders, databases, jobs, 1)
      const first = await templates.find({ folder: seed }, held, 0)
      expect(existsSync(first.path)).toBe(true)
      const second = await templates.find({ folder: other }, held, 0)
      expect(templates.kept.size).toBe(1)
      await expect.poll(() => existsSync(first.path)).toBe(false)
      await templates.find({ folder: 'minimal' }, held, 0)
      await expect.poll(() => existsSync(second.path)).toBe(false)
    })
  })

  test('can be reset to after its eviction and the loss of its file', async () => {
    const { server, seed } = await seedServer()
    const { id } = (await create(server, seed)).body as { id: string }
    const { templates, files } = server.sandbox
    templates.kept.clear()
    await done(server, `/reset?workspace=${id}`)
    expect(templates.kept.size).toBeGreaterThan(0)
    const folder = join(files.blobs.paths.root, 'databases')
    const images = readdirSync(folder).filter((file) => file.startsWith('template.'))
    expect(images).not.toEqual([])
    for (const file of images) rmSync(join(folder, file))
    await done(server, `/reset?workspace=${id}`)
    expect(templates.kept.size).toBeGreaterThan(0)
  })
})

describe('a seed sent by a caller', () => {
  test('is rejected with more list elements than one call may add', async () => {
    const server = await injectServer()
    const { max } = LIMITS.seedRows
    const members = Array.from({ length: max }, (_, index) => `member-${index}`)
    const pack = { id: 1, corpId: '', source: '', name: '', createdAtMs: 0, members }
    const reply = await act(server, '/seed', { crowdPacks: [pack] })
    expectRefused(reply, 400, `has ${max + 1} elements in its lists; at most ${max} are allowed`)
    members.pop()
    await done(server, '/seed', { crowdPacks: [pack] })
  })

  test('is rejected with more text characters than one call may add', async () => {
    const server = await injectServer()
    const fixtures = { long: 'x'.repeat(LIMITS.seedChars.max) }
    expectRefused(await act(server, '/seed', { fixtures }), 400, 'characters in its texts')
  })

  test.each<[object, string]>([
    [
      { departments: [{ id: 9_007_199_254_740_991, name: '' }] },
      'must be at most 9000000000000000',
    ],
    [
      { departments: [{ id: 99, name: 'x'.repeat(10_001) }] },
      'departments[0].name must have at most 10000',
    ],
    [
      { fixtures: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [index, 1])) },
      'fixtures must have at most 1000 properties',
    ],
  ])('is rejected with a value out of bounds', async (fragment, words) => {
    const server = await injectServer()
    expectRefused(await act(server, '/seed', fragment), 400, words)
  })

  test('leaves ids for operations above its highest', async () => {
    const server = await injectServer()
    const id = LIMITS.chosenId.max
    const { atoms } = server.fixtures
    const path = 'upload/mine'
    await done(server, '/seed', {
      atoms: [
        {
          id,
          path,
          name: '',
          extension: '',
          mediaType: 'a/b',
          sizeBytes: 1,
          createUser: 1001,
          createdAtMs: 0,
        },
      ],
    })
    const file = { path: 'p', name: 'x.bin' }
    for (const next of [id + 1, id + 2])
      expect(JSON.stringify(await server.result('E16', { fileList: [file] }))).toContain(`${next}`)
    expect(atoms.ids).not.toContain(id)
  })
})
