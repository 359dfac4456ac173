import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
    /^PREFIX +NAME +URL +STATE +VERSION +WORKSPACES +FREE BYTES\na1 +node-a1 +http:\S+ +ready +\d\S+ +1 +\d+\nb /,
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
