import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProcess, startCli } from '#test/kit/cli.ts'
import { type Ending, freshFolder } from '#test/kit/process.ts'

/** Runs `exec --each` in a process of its own. */
const runEach = (each: string, ...rest: string[]): Promise<Ending> =>
  runProcess(['exec', '--each', each, ...rest])

const suite = (name: string): string[] => ['--', process.execPath, `test/kit/suites/${name}.mjs`]

describe('exec --each variation', () => {
  test('finds a suite that relies on the order of E10, and the command that repeats it', async () => {
    const args = ['--seed', 'minimal', ...suite('relies-on-member-order')]
    const { code, stdout, stderr } = await runEach('variation=20', ...args)
    expect(code, stderr).toBe(1)
    const [, seed] =
      /first fails with seed (\d+); kinds that make it fail by themselves: list-order\./.exec(
        stdout,
      ) ?? []
    expect(stderr).toContain('unchanged: passed\n')
    expect(stderr).toContain(`seed ${seed}: failed (exit code 1)\n`)
    expect(stderr).toContain(`seed ${seed}, only extra-fields: passed\n`)
    expect(stderr).toContain('AssertionError')
    const [, repeat = ''] = /To repeat it: dam-sandbox (.+)\n/.exec(stdout) ?? []
    expect(repeat).toContain(`--variation=${seed}:list-order --seed=minimal -- `)
    const again = await runProcess(repeat.split(' '))
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('AssertionError')
    const other = repeat.replace('list-order', 'extra-fields').split(' ')
    expect((await runProcess(other)).code).toBe(0)
  })

  test('passes a robust suite under all seeds', async () => {
    const args = ['--seed', 'minimal', ...suite('robust')]
    const { code, stdout, stderr } = await runEach('variation=5', ...args)
    expect(code, stderr).toBe(0)
    expect(stdout).toBe('The command passes with 5 seeds.\n')
    expect(stderr.match(/: passed/g)).toHaveLength(6)
  })

  test('repeats with its conditions and without a word of success, and leaves a verdict of the series', async () => {
    const folder = freshFolder()
    // The mistake only under variation, as in a client that keeps what it was answered.
    const script = `
      const { SANDBOX_URL: url, SANDBOX_ACCESS_TOKEN: token } = process.env
      const { variation } = await (await fetch(url + '/_sandbox/variation')).json()
      await fetch(url + '/open-api/standard/v1/search-material-groups', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'access-token': token, 'token-type': 'bearer' },
        body: JSON.stringify({ param: variation ? { keywordlist: ['tea'] } : {} }),
      })`
    const command = ['--', process.execPath, '--input-type=module', '-e', script]
    const conditions = ['--fail-on', 'findings,unused-faults', '--ignore', 'unknown-field']
    const args = [...conditions, '--artifacts', folder, '--seed', 'minimal', ...command]
    const { code, stdout, stderr } = await runEach(
      'variation=2:list-order',
      '--keep-going',
      '--json',
      ...args,
    )
    expect(code, stderr).toBe(1)
    expect(stderr).not.toContain('passed with')
    const { failing } = JSON.parse(stdout) as { failing: { seed: number; repeat: string }[] }
    expect(failing.map(({ seed }) => seed)).toEqual([1, 2])
    for (const { seed, repeat } of failing)
      expect(repeat).toContain(
        `dam-sandbox exec --variation=${seed}:list-order --seed=minimal --fail-on=findings,unused-faults --ignore=unknown-field -- `,
      )
    const verdict = readFileSync(join(folder, 'summary.txt'), 'utf8')
    expect(verdict).toMatch(/^verdict: failed: the command fails with seed 1, 2\n/)
    expect(verdict).toMatch(
      /^seed 2: failed \(findings: error wrong-case-name.+\), see seed-2\n {2}repeat: dam-sandbox exec --variation=2:list-order /m,
    )
    expect(verdict).toMatch(/^passed: unchanged\n$/m)
    const own = readFileSync(join(folder, 'seed-2/summary.txt'), 'utf8')
    expect(own).toMatch(
      /^verdict: failed\ncommand: .+\nexit code: 0\nrepeat: dam-sandbox exec --variation=2:list-order /,
    )
  })

  test.each([
    ['variation=0', '2'],
    ['variation=3:list-orders', 'did you mean "list-order"'],
    ['variation=3:', 'It must be one of'],
  ])('refuses %s', async (each, why) => {
    const { code, stderr } = await runEach(each, '--', 'true')
    expect(code).toBe(2)
    expect(stderr).toContain(why)
  })

  test('fails for a command that calls another server', async () => {
    const { code, stdout, stderr } = await runEach('variation=3', '--', 'true')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^unchanged: failed \(The command called no operation of the exec server at \S+, so --each had nothing to check; exec does not see calls to other servers, such as one started by startSandbox\(\), so make the suite use SANDBOX_URL\)\n/,
    )
  })
})

/** Joined, because every number in the sources must exist. */
const UNKNOWN = ['A', 20, 11].join('-')

const VARIANT_SUITE = ['--seed', 'minimal', ...suite('relies-on-empty-body')]

describe('exec --each variant', () => {
  test('finds the one assumption that a suite depends on, among those that it touches', async () => {
    const { code, stdout, stderr } = await runEach('variant', '--json', ...VARIANT_SUITE)
    expect(code, stderr).toBe(1)
    const { dependsOn, independentOf, runs } = JSON.parse(stdout) as {
      dependsOn: string[]
      independentOf: string[]
      runs: { name: string; hasPassed: boolean; exitCode: number }[]
    }
    expect(dependsOn).toEqual(['A-20-1'])
    expect(independentOf).toEqual(expect.arrayContaining(['A-auth-1', 'A-reply-1', 'A-8-2']))
    expect(independentOf).not.toContain('A-7-2')
    expect(runs.filter(({ hasPassed }) => !hasPassed)).toMatchObject([
      { name: 'A-20-1=envelope', exitCode: 1, reasons: ['exit code 1'] },
    ])
    expect(stderr).toContain('unchanged: passed\n')
    expect(stderr).toContain('A-20-1=envelope: failed (exit code 1)')
    expect(stderr).toContain('A-reply-1=published: passed')
    expect(stderr).toContain('AssertionError')
  })

  test('says what a suite depends on, and takes the settings of its server as the default', async () => {
    const depends = await runEach('variant=A-20-1,A-1-1', ...VARIANT_SUITE)
    expect(depends.code).toBe(1)
    expect(depends.stdout).toMatch(
      /^The command depends on 1 of 2 assumptions\.\nIt fails with A-20-1=envelope: .+\nIndependent of A-1-1\.\n$/,
    )
    const assumed = ['--assume', 'A-20-2=known-only', ...VARIANT_SUITE]
    const independent = await runEach('variant=A-1-1', ...assumed)
    expect(independent.code, independent.stderr).toBe(0)
    expect(independent.stdout).toBe(
      'The command depends on 0 of 1 assumption.\nIndependent of A-1-1.\n',
    )
  })

  test('passes a suite that depends only on what is accepted, and names what was not needed', async () => {
    const folder = freshFolder()
    const accepted = ['--accept', 'A-20-1', '--accept', 'A-1-1', '--artifacts', folder]
    const { code, stdout, stderr } = await runEach(
      'variant=A-20-1,A-1-1',
      ...accepted,
      ...VARIANT_SUITE,
    )
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^It fails with A-20-1=envelope \(accepted\): .+$/m)
    expect(stderr).toContain('dam-sandbox: --accept A-1-1 was not needed\n')
    const verdict = readFileSync(join(folder, 'summary.txt'), 'utf8')
    expect(verdict).toMatch(/^verdict: passed\n/)
    expect(verdict).toMatch(
      / {2}repeat: dam-sandbox exec --assume=A-20-1=envelope --seed=minimal -- /,
    )
  })

  test.each(['variant', 'variation=3'])(
    'stops when the suite fails by itself, with its exit code and output: %s',
    async (each) => {
      const shell = ['sh', '-c', 'echo broken; exit 7']
      const { code, stdout, stderr } = await runEach(each, '--', ...shell)
      expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
      expect(stderr).toMatch(
        /^unchanged: failed \(exit code 7; The command called no operation .+\)\nbroken\ndam-sandbox: the unchanged run failed; make it pass first\n$/,
      )
    },
  )

  test('is refused for an unknown assumption with a suggestion', async () => {
    const { code, stderr } = await runEach(`variant=${UNKNOWN}`, ...VARIANT_SUITE)
    expect(code).toBe(2)
    expect(stderr).toContain(
      `${UNKNOWN} is not an assumption with variants; did you mean "A-20-1"?`,
    )
  })

  test('ends with the running command when a signal comes', async () => {
    const mark = join(freshFolder(), 'started')
    const call = 'curl -s "$SANDBOX_URL/open-api/standard/v1/search-material-groups" -d "{}"'
    const script = `${call}; if [ -e ${mark} ]; then touch ${mark}-again; sleep 60; fi; touch ${mark}`
    const series = startCli(['exec', '--each', 'variant=all', '--', 'sh', '-c', script])
    await series.until(/unchanged: passed/)
    await expect.poll(() => existsSync(`${mark}-again`)).toBe(true)
    series.child.kill('SIGTERM')
    const { code, stdout } = await series.ending()
    expect(code).toBe(128 + 15)
    expect(stdout).toBe('')
  })
})
