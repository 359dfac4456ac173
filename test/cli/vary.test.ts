import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'

const suite = (name: string): string[] => ['--', process.execPath, `test/kit/suites/${name}.mjs`]

describe('exec --vary', () => {
  test('finds a suite that relies on the order of E10, and the command that repeats it', async () => {
    const args = ['exec', '--vary', '20', '--seed', 'minimal', ...suite('relies-on-member-order')]
    const { code, stdout, stderr } = await runCli(args)
    expect(code, stderr).toBe(1)
    const [, seed] = /first under seed (\d+), by list-order alone\./.exec(stdout) ?? []
    expect(stderr).toContain('without variation: passed\n')
    expect(stderr).toContain(`seed ${seed}: failed (exit code 1)\n`)
    expect(stderr).toContain(`seed ${seed}, only extra-fields: passed\n`)
    expect(stderr).toContain('AssertionError')
    const [, repeat = ''] = /Repeat it: dam-sandbox (.+)\n/.exec(stdout) ?? []
    expect(repeat).toContain(`--variation=${seed}:list-order --seed=minimal -- `)
    const again = await runCli(repeat.split(' '))
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('AssertionError')
    const other = repeat.replace('list-order', 'id-gaps').split(' ')
    expect((await runCli(other)).code).toBe(0)
  })

  test('passes a robust suite under all seeds', async () => {
    const args = ['exec', '--vary', '20', '--seed', 'minimal', ...suite('robust')]
    const { code, stdout, stderr } = await runCli(args)
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('The command passes under 20 seeds.\n')
    expect(stderr.match(/: passed/g)).toHaveLength(21)
  })

  test('stops when the command fails by itself, with its exit code', async () => {
    const { code, stderr } = await runCli(['exec', '--vary', '3', '--', 'sh', '-c', 'exit 7'])
    expect(code).toBe(7)
    expect(stderr).toMatch(
      /^without variation: failed \(exit code 7; The command called no operation .+\)\ndam-sandbox: the command fails by itself; make it pass first\n$/,
    )
  })

  test('fails for a command that calls another server', async () => {
    const { code, stdout, stderr } = await runCli(['exec', '--vary', '3', '--', 'true'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /\ndam-sandbox: The command called no operation of the server of exec at \S+, so --vary judged nothing; calls of another server, such as one of startSandbox\(\), are not seen: let the suite use SANDBOX_URL\n$/,
    )
  })

  test('names several kinds that do it alone, and says when none does', async () => {
    const both = await runCli(['exec', '--vary', '1', '--', 'sh', '-c', callWith('grep -q never')])
    expect(both.code).not.toBe(0)
    const strict = callWith(`grep -qx '{"code":"0","message":"success","result":\\[\\]}'`)
    const { stdout } = await runCli(['exec', '--vary', '1', '--', 'sh', '-c', strict])
    expect(stdout).toContain('under seed 1, by extra-fields and by success-message alone.')
  })

  test('counts conditions, and writes the coverage of the run without variation', async () => {
    const coverage = join(freshFolder(), 'coverage.json')
    const options = ['--vary', '2', '--coverage', coverage, '--fail-on', 'uncovered']
    const { code, stderr } = await runCli(['exec', ...options, ...suite('robust')])
    expect(code).toBe(1)
    expect(stderr).toContain('without variation: failed (uncovered: ')
  })

  test('is refused beside a variation, and without a number of seeds', async () => {
    const beside = await runCli(['exec', '--vary', '2', '--variation', '7', '--', 'true'])
    expect(beside.code).toBe(2)
    expect(beside.stderr).toContain('--variation and --vary exclude each other')
    for (const seeds of ['0', 'all'])
      expect((await runCli(['exec', '--vary', seeds, '--', 'true'])).code).toBe(2)
  })
})

describe('variant and variation', () => {
  test('are refused with what would be right', async () => {
    for (const [args, words] of [
      [['variation', 'set', 'order'], 'such as 7:list-order'],
      [['variation', 'set', '7:order'], 'must be one of list-order'],
      [['variant', 'set', 'A-20-1'], 'such as A-20-1=envelope'],
    ] as const) {
      const { code, stderr } = await runCli(args)
      expect(code, stderr).toBe(2)
      expect(stderr).toContain(words)
    }
  })
})

/** A shell command that calls E8 without users, and gives the answer to another command. */
const callWith = (check: string): string =>
  `curl -s "$SANDBOX_URL/open-api/standard/v1/query-user-simple-info-list" -H 'content-type: application/json' \
-H "access-token: $SANDBOX_ACCESS_TOKEN" -H 'token-type: bearer' -d '{"param":{"userIds":[]}}' | ${check}`
