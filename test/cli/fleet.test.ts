import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

const statusOf = (lines: readonly string[], ...args: string[]) => {
  const map = join(freshFolder(), 'nodes.map')
  writeFileSync(map, lines.map((line) => `${line}\n`).join(''))
  return runCli(['fleet status', '--map', map, ...args])
}

test.each([
  ['a1 n1', 'line 2 must be the prefix of a node'],
  ['A1 n1 http://127.0.0.1:1', 'line 2 must be the prefix of a node'],
  ['0 n1 http://127.0.0.1:1', 'line 2 must be the prefix of a node'],
  ['a1 n1 ftp://127.0.0.1:1', 'line 2 must be the prefix of a node'],
  [
    'a1 n1 http://127.0.0.1:1\na n2 http://127.0.0.1:2',
    'line 3: a1 and a are prefixes of the same ids',
  ],
  [
    'a n1 http://127.0.0.1:1\na1 n2 http://127.0.0.1:2',
    'line 3: a and a1 are prefixes of the same ids',
  ],
  [
    'a n1 http://127.0.0.1:1\na n2 http://127.0.0.1:2',
    'line 3: a and a are prefixes of the same ids',
  ],
  ['a n1 http://127.0.0.1:1\nb n1 http://127.0.0.1:2', 'line 3: a and b are one server'],
  ['a n1 http://127.0.0.1:1\nb n2 http://127.0.0.1:1', 'line 3: a and b are one server'],
  ['', 'has no nodes'],
])('fleet status refuses the map %j', async (lines, sentence) => {
  const { code, stderr } = await statusOf(['# a comment', lines])
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})

test('fleet status shows nodes that are ready, with their workspaces', async () => {
  const nodes = await Promise.all(
    ['a1', 'b'].map(async (digits) => {
      const env = { SANDBOX_NODE: digits, SANDBOX_ADMIN_KEY: 'the key of the fleet' }
      return `${digits} node-${digits} ${(await startServer({ env })).url}`
    }),
  )
  const key = ['--key', 'the key of the fleet']
  const { code, stdout, stderr } = await statusOf(nodes, ...key)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^PREFIX +NAME +URL +STATE +VERSION +WORKSPACES +FREE BYTES +SINCE\na1 +node-a1 +http:\S+ +ready +\d\S+ +1 +\d+ +\S+Z \(not recorded\)\nb /,
  )
  const json = JSON.parse((await statusOf(nodes, ...key, '--json')).stdout)
  expect(json.nodes[1]).toMatchObject({ prefix: 'b', state: 'ready', workspaces: 1 })
  const keyless = await statusOf(nodes)
  expect(keyless).toMatchObject({ code: 1, stderr: expect.stringMatching(/node-a1: .*key/) })
})

test('fleet status fails when a node is down, has other digits or another version', async () => {
  const node = await startServer({ env: { SANDBOX_NODE: 'a1' } })
  const other = await startServer({ env: { SANDBOX_NODE: 'b2' } })
  Object.assign(other.sandbox.options.folders, { version: '0.0.1' })
  const lines = [`a1 a1 ${node.url}`, `c3 c3 ${other.url}`, 'd d http://127.0.0.1:1']
  const { code, stdout, stderr } = await statusOf(lines)
  expect(code).toBe(1)
  expect(stdout).toMatch(/\nd +d +http:\S+ +down/)
  expect(stderr).toContain(`${other.url} has SANDBOX_NODE b2; expected c3`)
  expect(stderr).toContain('d: http://127.0.0.1:1 does not answer')
  expect(stderr).toMatch(/the nodes run different versions: \d\S+, 0\.0\.1/)
})

test('fleet status fails when a node has other data than the map records, such as an empty volume', async () => {
  const node = await startServer({ env: { SANDBOX_NODE: 'a1' } })
  const map = mapOf(`# nodes\na1 a1 ${node.url}`)
  expect(await runCli(['fleet status --record --map', map])).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(map, 'utf8')).toMatch(/^# nodes\na1 a1 http:\S+ 20\S+Z\n$/)
  expect(await runCli(['fleet status --map', map])).toMatchObject({ code: 0, stderr: '' })

  const recorded = readFileSync(map, 'utf8')
  writeFileSync(map, recorded.replace(/20\d\d-/, '2001-'))
  const { code, stderr } = await runCli(['fleet status --map', map])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /has other data than the map says: created 20\S+Z, expected 2001-\S+Z; restore the backup of a1/,
    ),
  ])
  expect((await runCli(['fleet status --record --map', map])).code).toBe(0)
  expect(readFileSync(map, 'utf8')).toBe(recorded)
})

/** Two nodes with workspaces of the label `ci=true`, and their map. */
const startNodes = async () => {
  const [one, other] = await Promise.all(
    ['a1', 'b2'].map((digits) =>
      startServer({ env: { SANDBOX_NODE: digits, SANDBOX_TTL_MS: '3600000' } }),
    ),
  )
  const urls = [one?.url ?? '', other?.url ?? '']
  for (const [index, url] of urls.entries())
    await runCli(['workspace create --label ci=true --name', `job-${index}`, '--url', url])
  return { urls, map: mapOf(`a1 n1 ${urls[0]}\nb2 n2 ${urls[1]}`) }
}

const mapOf = (lines: string): string => {
  const map = join(freshFolder(), 'nodes.map')
  writeFileSync(map, `${lines}\n`)
  return map
}

const WHOLE = [
  'workspace list',
  'reset --label ci=true',
  'audit',
  'backup create FOLDER',
  'prune --label ci=true',
]

const wordsOf = (command: string): string => command.replace('FOLDER', join(freshFolder(), 'all'))

test('commands for a whole server do their work on every node of a map', async () => {
  const { map, urls } = await startNodes()
  const run = async (command: string) => {
    const ending = await runCli([command, '--map', map])
    expect(ending, command).toMatchObject({ code: 0, stderr: '' })
    return ending.stdout
  }
  expect(await run('workspace list --label ci=true')).toMatch(/a1\S+ +job-0[\s\S]*\nb2\S+ +job-1/)
  expect(await run('reset --label ci=true')).toMatch(/^reset a1\S+ job-0\nreset b2\S+ job-1\n$/)
  expect(await run('audit')).toMatch(/^NODE [\s\S]*\nn[12] [\s\S]*\nn[12] /)
  expect(JSON.parse(await run('audit --limit 1 --json')).entries).toHaveLength(1)
  const folder = join(freshFolder(), 'all')
  expect(await run(`backup create ${folder}`)).toContain(join(folder, 'b2'))
  expect((await runCli([`backup verify ${join(folder, 'a1')}`])).code).toBe(0)
  expect(await run('prune --label ci=true')).toMatch(/^delete a1\S+ job-0\ndelete b2\S+ job-1\n$/)
  for (const url of urls)
    expect((await runCli(['workspace list --json --url', url])).stdout).not.toContain('job-')
})

test.each(WHOLE)(
  '%s does what it can and fails when a node of the map does not answer',
  async (command) => {
    const { urls } = await startNodes()
    const map = mapOf(`a1 n1 ${urls[0]}\nc3 n3 http://127.0.0.1:1\nd4 n4 ${urls[1]}`)
    const { code, stdout, stderr } = await runCli([wordsOf(command), '--map', map])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/a1|n1/)])
    expect(stderr).toMatch(
      /not all nodes did this: n3: .*does not answer.*; n4: .* has SANDBOX_NODE b2; expected d4/,
    )
  },
)

test.each(WHOLE)(
  '%s is refused at the balancer of a fleet, where it would reach one node',
  async (command) => {
    const calls: string[] = []
    const balancer = createServer(({ url = '' }, response) => {
      calls.push(url)
      response.setHeader('x-sandbox-balancer', 'haproxy').end('{}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void balancer.close())
    await expect.poll(() => balancer.listening).toBe(true)
    const url = `http://127.0.0.1:${Object(balancer.address()).port}`
    const { code, stderr } = await runCli([wordsOf(command), '--url', url])
    expect([code, stderr]).toEqual([2, expect.stringContaining('is the balancer of a fleet')])
    expect(calls).toEqual(['/readyz'])
  },
)

test('workspace list names workspaces of the same name on two nodes, except default', async () => {
  const { map, urls } = await startNodes()
  await runCli(['workspace create --name job-0 --url', urls[1] ?? ''])
  const { code, stderr } = await runCli(['workspace list --map', map])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/same name: job-0; rename/)])
})

test('a key for a fleet divides its number of workspaces among the nodes', async () => {
  const map = mapOf('a1 a1 http://127.0.0.1:1\nb2 b2 http://127.0.0.1:2\nc3 c3 http://127.0.0.1:3')
  const file = join(freshFolder(), 'keys.json')
  const create = (...args: string[]) =>
    runCli(['keys create --kind ci --name jobs --map', map, ...args])
  const made = await create('--file', file, '--max-workspaces', '100', '--max-ttl', '2h')
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(readFileSync(file, 'utf8')).keys[0].limits).toMatchObject({ workspaces: 33 })
  const each = await runCli([
    'keys create --kind ci --name each --max-workspaces 9 --file',
    join(freshFolder(), 'keys.json'),
  ])
  expect([each.code, each.stderr]).toEqual([0, expect.stringContaining('counts on each node')])
  for (const [args, why] of [
    [['--file', file, '--max-workspaces', '2'], 'must be at least 3'],
    [['--max-workspaces', '30'], '--map needs --file'],
    [['--file', file], '--map needs --max-workspaces'],
  ] as const)
    expect(await create(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
})

describe('fleet move', () => {
  const show = async (url: string, wanted: string) =>
    JSON.parse((await runCli(['workspace show', wanted, '--json', '--url', url])).stdout)

  test('gives a workspace to another node with its name, data, clock, labels, quota and lifetime', async () => {
    const { urls, map } = await startNodes()
    const [from = '', to = ''] = urls
    const before = await show(from, 'job-0')
    const at = ['--url', from, '--workspace', 'job-0']
    await runCli(['state set crowd-pack-empty', ...at])
    await runCli(['clock freeze 2026-03-04T05:06:07Z', ...at])
    await runCli(['workspace update job-0 --ttl 2h --quota fileBytes=1MiB', '--url', from])
    await runCli(['workspace create --name lasting --url', from])
    await runCli(['workspace update lasting --ttl never --url', from])
    const { counts } = await show(from, 'job-0')
    expect(counts).not.toEqual(before.counts)

    const moved = await runCli(['fleet move job-0 --to b2 --json --map', map])
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    const { id, accessToken } = JSON.parse(moved.stdout)
    expect([id, accessToken]).toEqual([expect.stringMatching(/^b2/), expect.stringContaining(id)])
    expect(await show(to, 'job-0')).toMatchObject({
      id,
      counts,
      seed: before.seed,
      clock: 'frozen',
      labels: { ci: 'true' },
      quota: { fileBytes: 1_048_576 },
      expiresAtMs: expect.any(Number),
    })
    const clock = await runCli(['clock show --url', to, '--workspace', id])
    expect(clock.stdout).toContain('2026-03-04T05:06:07')
    expect((await show(from, 'job-0')).error.code).toBe('http-404')
    expect(await runCli(['fleet move lasting --to b2 --map', map])).toMatchObject({ code: 0 })
    expect(await show(to, 'lasting')).toMatchObject({ expiresAtMs: null })
  })

  test('leaves everything as it was when the workspace or its node is not the right one', async () => {
    const { urls, map } = await startNodes()
    const own = (await show(urls[0] ?? '', 'default')).id
    const swapped = mapOf(`a1 n1 ${urls[1]}\nb2 n2 ${urls[0]}`)
    const half = mapOf(`a1 n1 ${urls[0]}\nb2 n2 ${urls[1]}\nc3 n3 http://127.0.0.1:1`)
    for (const [words, file, why] of [
      ['default --to b2', map, 'each node has its own default'],
      ['nobody --to b2', map, 'no node has a workspace "nobody"'],
      ['job-0 --to a1', map, 'a1 already has "job-0"'],
      ['job-0 --to d4', map, '--to must be a prefix of'],
      ['job-0', map, '--map and --to are required'],
      ['job-0 --to b2', half, 'does not answer'],
      ['job-0 --to b2', swapped, 'has SANDBOX_NODE'],
      [`${own} --to b2`, map, 'each node has its own default'],
    ] as const) {
      const { code, stderr } = await runCli([`fleet move ${words}`, '--map', file])
      expect([code, stderr], words).toEqual([2, expect.stringContaining(why)])
    }
    const { stdout } = await runCli(['workspace list --map', map])
    expect(stdout.match(/^\w+ +(?:job-\d|default) /gm)).toHaveLength(4)
  })
})
