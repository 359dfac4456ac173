import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

const run = (script: string, ...args: string[]) => {
  const options = { encoding: 'utf8', timeout: 20_000 } as const
  const { status, stdout, stderr } = spawnSync('node', [`bench/${script}.mjs`, ...args], options)
  return { status, stdout, stderr }
}

describe('a command of a measurement', () => {
  test.each(['all', 'peers', 'after-writes', 'grow', 'cpu'])(
    'prints how it is called: %s',
    (script) => {
      const { status, stdout, stderr } = run(script, '--help')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain(`node bench/${script}.mjs `)
      expect(stdout).not.toContain('import')
    },
  )

  test.each([
    ['all', ['--bogus'], "bench/all.mjs: Unknown option '--bogus'"],
    ['all', ['--rounds', 'x'], 'bench/all.mjs: --rounds is "x"; it must be a number above 0'],
    [
      'all',
      ['--only', 'start'],
      'bench/all.mjs: --only: "start" is not a section; they are starts,',
    ],
    ['cpu', [], 'bench/cpu.mjs: name the folder of the other build'],
  ])('says in one line what is wrong: %s %j', (script, args, message) => {
    const { status, stdout, stderr } = run(script, ...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.startsWith(message)).toBe(true)
    expect(stderr).toMatch(/^[^\n]+; --help shows the options\n$/)
  })
})
