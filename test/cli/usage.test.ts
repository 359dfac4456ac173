import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { buildProgram } from '#src/cli/program.ts'
import { readDuration, readInstant } from '#src/cli/readers.ts'
import { OPERATION_IDS } from '#src/contract/generated/operation-ids.ts'
import { runCli } from '#test/kit/cli.ts'

const LAST = OPERATION_IDS.length

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)

const helpOf = (command: Command): string => {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

describe('the command line', () => {
  test('prints its help without arguments, with examples and exit codes', async () => {
    const { code, stdout, stderr } = await runCli([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const word of ['exec -- npx vitest run', 'Exit codes:', '127', 'doctor'])
      expect(stdout).toContain(word)
    expect((await runCli(['--help'])).stdout).toBe(stdout)
  })

  test('describes every command in its help, with examples', () => {
    for (const command of leaves(buildProgram())) {
      expect(command.description(), command.name()).toMatch(/\.$/)
      expect(helpOf(command), command.name()).toContain('Examples:\n  dam-sandbox ')
    }
  })

  test.each(['--version', 'version'])('prints its version for %s', async (word) => {
    expect((await runCli([word])).stdout).toMatch(/^\d+\.\d+\.\d+ \(.+, \d{4}-.*Z\)\n$/)
  })

  test.each([
    [['clok'], "unknown command 'clok' (Did you mean clock?)"],
    [['clock', 'advence', '1s'], '(Did you mean advance?)'],
    [['reset', '--part', 'data'], `unknown option '--part'; did you mean "--parts"?`],
    [['exec', '--sed=demo', '--', 'true', '--x'], `unknown option '--sed'; did you mean "--seed"?`],
    [['workspace', 'list', '--1'], "dam-sandbox: unknown option '--1'\n"],
    [['journal', '--foo', '1'], "dam-sandbox: unknown option '--foo'\n"],
    [['clock', 'advance', '36x'], 'such as 3601s, 2h, 1h30m or 500ms'],
    [['clock', 'freeze', 'tomorrow'], 'such as 2026-03-04T05:06:07Z'],
    [['fault', 'add', '--rule', '[]'], 'must be a JSON object'],
    [
      ['clock', 'show', '--url', 'ftp://x'],
      'must be an http or https URL, such as http://127.0.0.1:4022; got "ftp://x"',
    ],
    [['exec'], "missing required argument 'command'"],
    [['exec', 'sh', '-c', 'x'], 'put -- before the command: dam-sandbox exec -- <command...>'],
    [['clock', 'set', 'frozn'], 'did you mean "frozen"?'],
    [['reset', '--parts', 'data,jurnal'], 'did you mean "journal"?'],
    [['records', 'notificatons'], 'did you mean "notifications"?'],
    [['journal', 'list', '--last', '1001'], 'a whole number from 1 to 1000'],
    [['journal', '--follow', '--since', '1'], "cannot be used with option '--since"],
    [['fault', 'add', '--operation', 'E9', '--phase', 'befor'], 'did you mean "before"?'],
    [['import', '/no/such/file'], 'file not found: /no/such/file'],
    [
      ['export', '/no/such/folder/x.tar'],
      'folder not found: /no/such/folder (for /no/such/folder/x.tar)',
    ],
    [['seed', 'src'], 'src has no .json files, so it is not a seed'],
    [['import', 'src'], 'src is a folder; pass a file'],
    [['seed', 'README.md'], 'README.md is not valid JSON: line 1, column 1'],
    [['workspace', 'create', '--reuse'], '--reuse needs --name'],
    [['workspace', 'create', '--name', ''], 'It must not be empty.'],
    [['workspace', 'create', '--label', 'web'], 'It must be a label such as team=web.'],
    [['workspace', 'update', 'a', '--quota', 'fileBytes=1GB'], 'sizes such as fileBytes=1GiB'],
    [['prune'], 'prune needs --label or --unused-for'],
    [['prune', '--dry-run'], 'prune needs --label or --unused-for'],
    [['reset', '--dry-run'], '--dry-run needs --label'],
    [['reset', '--label', 'a=b', '--workspace', 'c'], "cannot be used with option '--workspace"],
    [['variation', 'set', '7', 'order'], 'must be one of list-order'],
    [['variant', 'set', 'A-20-1'], 'such as A-20-1=envelope'],
    [['coverage', '--min', `${LAST + 1}`], `It must be a whole number from 0 to ${LAST}.`],
    [['coverage', '--clear', '--from', 'a.json'], '--from'],
    [['findings', '--level', 'warnings'], 'did you mean "warning"?'],
    [['journal', 'list', '--finding', 'used-nonces'], 'did you mean "used-nonce"?'],
    [['openapi', 'E99'], 'operation "E99" does not exist'],
    [
      ['openapi', 'begin-uplaod'],
      'operation "begin-uplaod" does not exist; did you mean "begin-upload"?',
    ],
    [['exec', '--fail-on', 'finding', '--', 'true'], 'did you mean "findings"?'],
    [['exec', '--fail-on', 'findings=errors', '--', 'true'], 'did you mean "findings=error"?'],
    [['exec', '--coverage', '/none/c.json', '--', 'true'], 'folder not found: /none'],
    [
      ['exec', '--each', 'variation=2', '--variation', '7', '--', 'true'],
      '--variation and --each variation cannot be combined',
    ],
    ...['variation=0', 'variation=all', 'variation', 'variant=20', 'seed'].map(
      (each): [string[], string] => [['exec', '--each', each, '--', 'true'], 'It must be variant'],
    ),
  ])('rejects %j with one line and code 2', async (args, words) => {
    const { code, stdout, stderr } = await runCli(args)
    expect(stderr).toMatch(/^dam-sandbox: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('names every unknown option, also in JSON', async () => {
    const { code, stdout, stderr } = await runCli([
      'journal list --foo 1 -b --lst=2 --last 3 --json',
    ])
    const lines = [
      "unknown option '--foo'",
      "unknown option '-b'",
      `unknown option '--lst'; did you mean "--last"?`,
    ]
    expect(stderr).toBe(lines.map((line) => `dam-sandbox: ${line}\n`).join(''))
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      error: { code: 'usage', message: lines.join('\n'), field: '--foo' },
      exitCode: 2,
    })
  })

  test('says that reports mean the whole server, and other commands the workspace default', async () => {
    const help = async (...command: string[]): Promise<string> =>
      (await runCli([...command, '--help'])).stdout.replace(/\s+/g, ' ')
    expect(await help('coverage')).toContain('default: the whole server')
    expect(await help('findings')).toContain('default: the whole server')
    expect(await help('journal', 'list')).toContain(
      'workspace (SANDBOX_WORKSPACE, default "default")',
    )
  })

  test('shows the defaults of exec in the help of exec, not those of start', async () => {
    const { stdout } = await runCli(['exec', '--help'])
    const words = stdout.replace(/\s+/g, ' ')
    expect(words).toContain('0 picks a free port (default: 0; SANDBOX_PORT is ignored)')
    expect(words).toContain('(SANDBOX_LOG; default: silent)')
    expect(words).not.toContain('default: 4022')
    expect(words).not.toContain('default: info')
  })
})

describe('the readers of durations and instants', () => {
  test.each([
    ['500ms', 500],
    ['3601s', 3_601_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1_500],
    ['2d', 172_800_000],
  ])('read the duration %s', (text, ms) => {
    expect(readDuration(text)).toBe(ms)
  })

  test.each(['', '5', 's', '5 s', '1h-1m', '1hx'])('reject the duration "%s"', (text) => {
    expect(() => readDuration(text)).toThrow('must be a duration')
  })

  test.each([
    ['1772600767000', 1_772_600_767_000],
    ['2026-03-04T05:06:07Z', 1_772_600_767_000],
    ['2026-03-04T13:06:07+08:00', 1_772_600_767_000],
    ['2026-03-04 05:06:07.250', 1_772_600_767_250],
    ['2026-03-04', 1_772_582_400_000],
  ])('read the instant %s', (text, ms) => {
    expect(readInstant(text)).toBe(ms)
  })

  test.each(['', 'now', '2026-02-30', '2026-03-04T25:00Z'])('reject the instant "%s"', (text) => {
    expect(() => readInstant(text)).toThrow('epoch milliseconds')
  })
})

describe('dam-sandbox openapi', () => {
  test.each([
    [[], 'openapi.json'],
    [['--control'], 'control.json'],
  ])('with %j prints %s without a server', async (options, file) => {
    const { code, stdout } = await runCli(['openapi', ...options])
    expect(code).toBe(0)
    expect(stdout).toBe(readFileSync(`dist/openapi/${file}`, 'utf8'))
  })

  test('prints one line of JSON for each operation that is named: by number, path or id, of both documents', async () => {
    const names = ['E22', 'asset/detail', 'begin-upload', 'postreset', 'common']
    const { stdout } = await runCli(['openapi', ...names])
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { paths } = JSON.parse(line) as {
          paths: Record<string, { post: { 'x-operation'?: string; operationId: string } }>
        }
        const { post } = Object.values(paths)[0] ?? {}
        return post?.['x-operation'] ?? post?.operationId
      })
    expect(ids).toEqual(['E22', 'E4', 'begin-upload', 'postReset', undefined])
  })
})
