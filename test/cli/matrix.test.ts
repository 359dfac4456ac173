import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'

const SUITE = [
  '--seed',
  'minimal',
  '--',
  process.execPath,
  'test/kit/suites/relies-on-empty-body.mjs',
]

/** Joined, because every number in the sources must exist. */
const UNKNOWN = ['A', 20, 11].join('-')

describe('matrix', () => {
  test('finds the one assumption that a suite depends on, among those that it touches', async () => {
    const folder = join(freshFolder(), 'runs')
    const { code, stdout, stderr } = await runCli([
      'matrix',
      '--json',
      '--output',
      folder,
      ...SUITE,
    ])
    expect(code, stderr).toBe(1)
    const { dependsOn, independentOf, assumptions } = JSON.parse(stdout) as {
      dependsOn: string[]
      independentOf: string[]
      assumptions: { number: string; variant: string; runs: object[] }[]
    }
    expect(dependsOn).toEqual(['A-20-1'])
    expect(independentOf).toEqual(expect.arrayContaining(['A-auth-1', 'A-reply-1', 'A-8-2']))
    expect(independentOf).not.toContain('A-10-1')
    expect(assumptions.find(({ number }) => number === 'A-20-1')).toMatchObject({
      variant: 'bare',
      runs: [{ variant: 'envelope', hasPassed: false, exitCode: 1 }],
    })
    expect(stderr).toContain('default: passed\n')
    expect(stderr).toContain('A-20-1=envelope: failed (exit code 1)')
    expect(stderr).toContain('A-reply-1=published: passed')
    expect(readdirSync(folder)).toContain('A-reply-1-published.log')
    expect(readFileSync(join(folder, 'A-20-1-envelope.log'), 'utf8')).toContain('AssertionError')
  })

  test('says what a suite depends on, and takes the settings of its server as the default', async () => {
    const depends = await runCli(['matrix', '--only', 'A-20-1,A-1-1', ...SUITE])
    expect(depends.code).toBe(1)
    expect(depends.stdout).toContain('The command depends on 1 of 2 assumptions.\nA-20-1  ')
    expect(depends.stdout).toMatch(
      /\n {2}passes {2}bare: .+\n {2}fails {3}envelope: .+\nIndependent of A-1-1.\n$/,
    )
    const other = ['matrix', '--assume', 'A-20-2=known-only', '--only', 'A-1-1', ...SUITE]
    const independent = await runCli(other)
    expect(independent.code, independent.stderr).toBe(0)
    expect(independent.stdout).toBe(
      'The command depends on 0 of 1 assumption.\nIndependent of A-1-1.\n',
    )
  })

  test('stops when the suite fails by itself, with its exit code and output', async () => {
    const shell = ['sh', '-c', 'echo broken; exit 7']
    const { code, stdout, stderr } = await runCli(['matrix', '--', ...shell])
    expect(code).toBe(7)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      /^default: failed \(exit code 7; The command called no operation .+\)\nbroken\ndam-sandbox: the command fails by itself; make it pass first\n$/,
    )
  })

  test('fails for a suite that calls another server', async () => {
    const { code, stdout, stderr } = await runCli(['matrix', '--all', '--', 'true'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /\ndam-sandbox: The command called no operation of the server of matrix at \S+, so matrix judged nothing; calls of another server, such as one of startSandbox\(\), are not seen: let the suite use SANDBOX_URL\n$/,
    )
  })

  test('is refused for an unknown assumption with a suggestion', async () => {
    const { code, stderr } = await runCli(['matrix', '--only', UNKNOWN, ...SUITE])
    expect(code).toBe(2)
    expect(stderr).toContain(
      `${UNKNOWN} is not an assumption with variants; did you mean "A-20-1"?`,
    )
    expect((await runCli(['matrix', '--only', '20', '--', 'true'])).code).toBe(2)
  })

  test('ends with the running command when a signal comes', async () => {
    const folder = freshFolder()
    const mark = join(folder, 'started')
    const call = 'curl -s "$SANDBOX_URL/open-api/standard/v1/search-material-groups" -d "{}"'
    const script = `${call}; if [ -e ${mark} ]; then touch ${mark}-again; sleep 60; fi; touch ${mark}`
    const matrix = startCli(['matrix', '--all', '--output', folder, '--', 'sh', '-c', script])
    await matrix.until(/default: passed/)
    await expect.poll(() => existsSync(`${mark}-again`)).toBe(true)
    matrix.child.kill('SIGTERM')
    const { code, stdout } = await matrix.ending()
    expect(code).toBe(128 + 15)
    expect(stdout).toBe('')
  })
})
