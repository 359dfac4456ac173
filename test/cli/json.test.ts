import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { buildProgram } from '#src/cli/program.ts'
import { runCli, runProcess } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

/** Every command that takes `--json`, with arguments that succeed on a new server, in this order. */
const COMMANDS: readonly (readonly string[])[] = [
  ['workspace create', '--name', 'one'],
  ['workspace list'],
  ['workspace show', 'one'],
  ['workspace update', 'one', '--label', 'team=web'],
  ['prune', '--label', 'team=web', '--dry-run'],
  ['credentials create', '--workspace', 'one'],
  ['credentials delete-earlier', '--workspace', 'one'],
  ['workspace delete', 'one'],
  ['snapshot take', 'before'],
  ['snapshot list'],
  ['snapshot restore', 'before'],
  ['snapshot delete', 'before'],
  ['clock show'],
  ['clock freeze'],
  ['clock advance', '1s'],
  ['clock set', 'real'],
  ['variant list'],
  ['variant set', 'A-20-1=envelope'],
  ['variant unset'],
  ['variation set', '7'],
  ['variation show'],
  ['variation off'],
  ['call', 'E8', '{"userIds":[1001]}'],
  ['journal list'],
  ['journal show', '1'],
  ['journal wait', '--operation', 'E8'],
  ['journal expect-none', '--operation', 'E9'],
  ['journal har'],
  ['journal clear'],
  ['fault add', '--operation', 'E9', '--code', '10134011'],
  ['fault list'],
  ['fault remove', 'f-1'],
  ['fault clear'],
  ['findings'],
  ['verify', '--fail-on', 'unused-faults'],
  ['coverage'],
  ['records', 'notifications'],
  ['fixtures'],
  ['seed', 'SEED'],
  ['state list'],
  ['state set', 'approval-in-progress'],
  ['approval approve', 'APPROVAL', 'task1'],
  ['upload', 'FILE'],
  ['export', 'ARCHIVE'],
  ['import', 'ARCHIVE'],
  ['backup create', 'BACKUP'],
  ['env'],
  ['doctor'],
  ['keys list'],
  ['keys own'],
  ['audit'],
  ['reset'],
]

/** Commands that another one of the table stands for, `exec`, whose output is that of its command, and those without a server. */
const NOT_RUN = [
  'approval reject',
  'approval withdraw',
  'backup list',
  'backup restore',
  'backup verify',
  'migrate',
  'keys create',
  'keys delete',
  'exec',
  'fleet move',
  'fleet status',
  'openapi',
  'start',
  'stop',
  'ready',
  'repair',
]

const namesOf = (command: Command, path: string[] = []): string[] =>
  command.commands.length === 0
    ? command.options.some(({ long }) => long === '--json')
      ? [path.join(' ')]
      : []
    : command.commands.flatMap((one) => namesOf(one, [...path, one.name()]))

/** Commands that do not call a server. */
const LOCAL = ['openapi', 'start']

/** Runs a command with `--json`; its exit code and the one value on stdout. */
const runJson = async (url: string, [name = '', ...args]: readonly string[]) => {
  const place = LOCAL.includes(name) ? [] : ['--url', url]
  const { code, stdout } = await runCli([...name.split(' '), ...args, ...place, '--json'])
  return { code, stdout, value: JSON.parse(stdout) as never }
}

describe('every command with --json', () => {
  test('is in the table', () => {
    const tried = [...COMMANDS.map(([name]) => name), ...NOT_RUN]
    expect(namesOf(buildProgram()).sort()).toEqual(tried.sort())
  })

  test('prints one value and ends with 0', async () => {
    const { url } = await startServer()
    const archive = join(freshFolder(), 'one.tar')
    const backup = join(freshFolder(), 'backup')
    const seed = join(freshFolder(), 'seed.json')
    writeFileSync(seed, JSON.stringify({ departments: [{ id: 990, name: 'Cellar' }] }))
    let approval = ''
    for (const command of COMMANDS) {
      const args = command.map(
        (word) =>
          ({ SEED: seed, FILE: 'README.md', ARCHIVE: archive, APPROVAL: approval, BACKUP: backup })[
            word
          ] ?? word,
      )
      const { code, stdout, value } = await runJson(url, args)
      expect(code, `${args.join(' ')}: ${stdout}`).toBe(0)
      const { ids } = Object(value) as { ids?: { approvalId: number } }
      if (ids) approval = String(ids.approvalId)
    }
  })

  test.each(COMMANDS.map((command) => [command]))(
    '%j names what went wrong without a server',
    async (command) => {
      const words: Record<string, string> = {
        SEED: 'package.json',
        FILE: 'README.md',
        ARCHIVE: 'README.md',
        BACKUP: join(freshFolder(), 'backup'),
        APPROVAL: '1',
      }
      const args = command.map((word) => words[word] ?? word)
      const isWritten = args[0] === 'export'
      const { code, value } = await runJson(
        'http://127.0.0.1:65535',
        isWritten ? ['export', join(freshFolder(), 'x.tar')] : args,
      )
      expect(code).toBe(2)
      expect(value).toMatchObject({
        error: {
          code: 'unreachable',
          message: expect.stringContaining('127.0.0.1:65535'),
          field: null,
          remedy: expect.stringContaining('start'),
        },
      })
    },
  )
})

describe('an error of --json', () => {
  test.each([
    [['openapi', 'E99'], 2, { code: 'usage' }],
    [['start'], 2, { code: 'usage', message: expect.stringContaining('--background') }],
    [['stop'], 1, { code: 'not-met' }],
    [['clock set', 'frozn'], 2, { code: 'usage', remedy: 'did you mean "frozen"?' }],
    [['journal list', '--last', '0'], 2, { code: 'usage', field: '--last' }],
    [['workspace show', 'nobody'], 1, { code: 'http-404' }],
    [['snapshot restore', 'nothing'], 1, { code: 'http-404' }],
    [
      ['call', 'E8', '{"userIds":"1"}'],
      1,
      { code: expect.stringMatching(/^9/), field: 'param.userIds' },
    ],
    [['journal wait', '--operation', 'E9', '--timeout', '1ms'], 1, { code: 'not-met' }],
    [['coverage', '--min', '1'], 1, { code: 'not-met' }],
  ] as const)('%j ends with %i', async (command, expected, error) => {
    const { url } = await startServer()
    const { code, value } = await runJson(url, command)
    expect(code).toBe(expected)
    expect(value).toMatchObject({
      error: { message: expect.any(String), ...error },
      exitCode: code,
    })
  })

  test('is printed together with the result of a command that has one', async () => {
    const { url } = await startServer()
    const wait = await runJson(url, ['journal wait', '--operation', 'E9', '--timeout', '1ms'])
    expect(wait.value).toMatchObject({ error: { code: 'not-met' }, matched: false, entries: [] })
    const refused = await runJson(url, [
      'call',
      'E22',
      '{"collectionId":3002,"assetIds":[100001]}',
      '--as',
      'viewer@example.com',
    ])
    expect(refused.value).toMatchObject({
      error: { code: '10134011' },
      code: '10134011',
      result: null,
    })
  })

  test('comes with the exit code of the process', async () => {
    const { code, stdout, stderr } = await runProcess(['clock', '--json'], {
      SANDBOX_URL: 'http://127.0.0.1:65535',
    })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unreachable' } })
    expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
  })
})
