import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectSandbox } from '#src/index.ts'
import { serverWithCli } from '#test/kit/cli.ts'
import { freshFolder } from '#test/kit/process.ts'

const sandboxWithCli = async () => {
  const { server, run } = await serverWithCli()
  return { sandbox: connectSandbox(server.url), run }
}

describe('verify', () => {
  test('fails where nothing was called, on the whole server and in a workspace beside others with calls', async () => {
    const { sandbox, run } = await sandboxWithCli()
    const idle = await run('verify')
    expect(idle.code).toBe(1)
    expect(idle.stderr).toContain(
      'was called, so there is nothing to verify; make the suite use this server',
    )
    const workspace = await sandbox.workspace({ name: 'suite' })
    await workspace.call('E8', { userIds: [1001] })
    expect(await run('verify')).toMatchObject({ code: 0, stdout: 'passed\n' })
    const other = await run('verify', '--workspace', 'default')
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('no operation was called in the workspace default')
    await workspace.delete()
    expect((await run('verify')).code).toBe(0)
  })

  test('fails by the conditions of exec, of which findings is the default', async () => {
    const { sandbox, run } = await sandboxWithCli()
    const workspace = await sandbox.workspace({ name: 'suite' })
    await workspace.call('E1', { keywordlist: ['tea'] } as object)
    const failed = await run('verify')
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('findings: error wrong-case-name, 1 time (E1 param.keywordlist')
    expect((await run('verify', '--ignore', 'wrong-case-name')).code).toBe(0)
    expect((await run('verify', '--fail-on', 'unused-faults')).code).toBe(0)
    const { id } = await workspace.faults.add({
      match: { operation: 'E9' },
      effect: { status: 503 },
    })
    for (const scope of [[], ['--workspace', 'suite']]) {
      const { code, stderr } = await run('verify', '--fail-on', 'unused-faults', ...scope)
      expect(code).toBe(1)
      expect(stderr).toContain(`unused-faults: rule ${id} `)
    }
    expect(
      (await run('verify', '--fail-on', 'unused-faults', '--workspace', 'default')).stderr,
    ).not.toContain('unused-faults')
    expect((await run('verify', '--fail-on', 'uncovered')).stderr).toContain('uncovered: E2 ')
  })

  test('writes reports and journals, with the verdict and failed tests first', async () => {
    const { sandbox, run } = await sandboxWithCli()
    const workspace = await sandbox.workspace({ name: 'a/b: suite' })
    await workspace.journal.test('searches')
    await workspace.call('E1', { keywordlist: ['tea'] } as object)
    await workspace.journal.testFailed('searches', 'expected 1\nto be 2')
    const folder = join(freshFolder(), 'of', 'the run')
    for (const _ of [1, 2])
      expect(
        (await run('verify', '--artifacts', folder, '--coverage', join(freshFolder(), 'c.json')))
          .code,
      ).toBe(1)
    const name = `a-b-suite-${workspace.id}`
    const summary = readFileSync(join(folder, 'summary.txt'), 'utf8')
    expect(summary).toMatch(
      /^verdict: failed\ncommand: dam-sandbox verify --fail-on=findings\nexit code: 1\nfindings: error wrong-case-name/,
    )
    expect(summary.match(/^failed test: searches: expected 1 to be 2$/gm)).toHaveLength(1)
    expect(summary).toContain(`\n  in ${name}/journal.har\n`)
    const har = JSON.parse(readFileSync(join(folder, name, 'journal.har'), 'utf8'))
    expect(har.log.entries).toHaveLength(1)
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['coverage.json', 'findings.json', 'findings.sarif', 'findings.txt']),
    )
    const other = freshFolder()
    await run('verify', '--artifacts', other, '--workspace', 'default')
    expect(existsSync(join(other, name))).toBe(false)
  })
})
