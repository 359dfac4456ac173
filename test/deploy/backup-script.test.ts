import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/kit/process.ts'

/** Runs the script with programs that write down how they were called and end with the codes of a table. */
const run = (codes: Readonly<Record<string, number>> = {}, env = {}) => {
  const bin = freshFolder()
  const calls = join(bin, 'calls')
  for (const program of ['dam-sandbox', 'restic']) {
    const cases = Object.entries(codes).map(([call, code]) => `"${call} "*) exit ${code};;`)
    const text = `#!/bin/sh\necho "${program} $*" >> ${calls}\ncase "${program} $* " in ${cases.join(' ')} esac\n`
    writeFileSync(join(bin, program), text, { mode: 0o755 })
  }
  const { status } = spawnSync('sh', ['deploy/backup.sh', '/backup'], {
    env: { PATH: `${bin}:/usr/bin:/bin`, ...env },
  })
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
  return { status, called }
}

const CREATE = 'dam-sandbox backup create /backup --keep 14'
const VERIFY = 'dam-sandbox backup verify /backup'
const DOCTOR = 'dam-sandbox doctor --deep'
const RESTIC = { RESTIC_REPOSITORY: 'sftp:elsewhere:/backups' }

describe('the script of the nightly backup', () => {
  test('keeps 14 backups, verifies them and looks for damage', () => {
    expect(run()).toEqual({ status: 0, called: [CREATE, VERIFY, DOCTOR] })
    expect(run({}, { KEEP_BACKUPS: '3' }).called[0]).toContain('--keep 3')
  })

  test('sends the backup to another machine, where a repository is set', () => {
    expect(run({}, RESTIC).called).toEqual([
      CREATE,
      VERIFY,
      'restic backup --quiet /backup',
      `restic forget --quiet --prune --path /backup --host ${hostname()} --keep-daily 14 --keep-weekly 8 --keep-monthly 12`,
      DOCTOR,
    ])
  })

  test('with damage on the server verifies and sends all the rest, and ends with 3', () => {
    const { status, called } = run({ 'dam-sandbox backup create': 3 }, RESTIC)
    expect([status, called.length]).toEqual([3, 5])
    expect(run({ 'dam-sandbox doctor': 3 }).status).toBe(3)
  })

  test.each([
    ['dam-sandbox backup create', [CREATE]],
    ['dam-sandbox backup verify', [CREATE, VERIFY]],
    ['restic backup', [CREATE, VERIFY, 'restic backup --quiet /backup']],
  ])('ends with the code of a failed %s and does nothing after it', (failing, called) => {
    expect(run({ [failing]: 1 }, RESTIC)).toEqual({ status: 1, called })
  })
})
