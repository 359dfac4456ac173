import { describe, expect, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'
import { startServer } from '#test/kit/server.ts'

const runProvenance = async (...args: string[]) => {
  const server = await startServer()
  return runCli(['provenance', ...args], { SANDBOX_URL: server.url })
}

describe('provenance on the command line', () => {
  test('prints the counts of every list', async () => {
    const { code, stdout } = await runProvenance()
    expect(code).toBe(0)
    const [heads, ...rows] = stdout.trimEnd().split('\n')
    expect(heads?.trim().split(/ {2,}/)).toEqual(['document', 'published elsewhere', 'invented'])
    expect(rows.map((row) => row.split(' ')[0])).toEqual([
      'operations',
      'fields',
      'headers',
      'rules',
      'codes',
    ])
    expect(rows[0]).toMatch(/^operations +22 +1 +7$/)
  })

  test('prints one line for each thing of an operation that is known in one way', async () => {
    const { stdout } = await runProvenance('--operation', 'E22', '--known', 'invented')
    expect(stdout).toMatch(/^WHAT +NAME +KNOWN +SECTION +ASSUMPTIONS$/m)
    expect(stdout).toMatch(/^answer +E22 result +invented +E22 +A-22-1$/m)
    expect(stdout).toMatch(/^rule +A-22-2 +invented +E22$/m)
    expect(stdout).not.toMatch(/ document /)
  })

  test('prints all of it as JSON', async () => {
    const { stdout } = await runProvenance('--json')
    expect(JSON.parse(stdout)).toMatchObject({ counts: { operations: { document: 22 } } })
  })

  test('refuses an unknown operation with the known ones', async () => {
    const { code, stderr } = await runProvenance('--operation', 'E23')
    expect(code).not.toBe(0)
    expect(stderr).toContain('known values are E1')
  })
})
