import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { type Ending, freshFolder, startProgram } from '#test/kit/process.ts'

const ACTION = parse(readFileSync('deploy/action/action.yml', 'utf8'))

const FILES = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE'] as const

/** A job whose project has the package, and what its steps have written so far. */
const startJob = (inputs: Readonly<Record<string, string>> = {}) => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules/dam-sandbox'))
  const files = Object.fromEntries(FILES.map((name) => [name, join(folder, name)]))
  for (const file of Object.values(files)) writeFileSync(file, '')
  const written = (name: (typeof FILES)[number]): Record<string, string> =>
    Object.fromEntries(
      [...readFileSync(files[name] ?? '', 'utf8').matchAll(/^([^=\n]+)=(.*)$/gm)].map(
        ([, key = '', text = '']) => [key, text],
      ),
    )
  const given = { arguments: '--seed minimal', package: '', artifacts: 'left', ...inputs }
  const step = (which: 'main' | 'post', status = 'success'): Promise<Ending> => {
    const values = Object.entries({ ...given, 'job-status': status })
    return startProgram(process.execPath, [resolve('deploy/action', ACTION.runs[which])], {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        RUNNER_TEMP: folder,
        ...files,
        ...Object.fromEntries(values.map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text])),
        ...Object.fromEntries(
          Object.entries(written('GITHUB_STATE')).map(([name, text]) => [`STATE_${name}`, text]),
        ),
      },
    }).ending()
  }
  onTestFinished(async () => {
    await step('post')
  })
  return { folder, written, step }
}

test('the action starts a server, hands on what a suite needs, and removes everything after a job that succeeds', async () => {
  const { folder, written, step } = startJob()
  expect(await step('main')).toMatchObject({ code: 0, stderr: expect.stringMatching(/^process/) })
  const { SANDBOX_URL: url = '', ...variables } = written('GITHUB_ENV')
  expect(Object.keys(variables).sort()).toEqual([
    'SANDBOX_ACCESS_TOKEN',
    'SANDBOX_CLIENT_ID',
    'SANDBOX_CLIENT_KEY',
    'SANDBOX_STORAGE_URL',
  ])
  expect(Object.keys(written('GITHUB_OUTPUT')).sort()).toEqual(Object.keys(ACTION.outputs).sort())
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(existsSync(join(folder, 'left'))).toBe(true)
  expect(await step('post')).toMatchObject({ code: 0, stdout: '', stderr: '' })
  await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  expect(existsSync(join(folder, 'left'))).toBe(false)
})

test('the action keeps the findings of a job that fails, also when a step has stopped the server', async () => {
  const { folder, written, step } = startJob()
  await step('main')
  const { cli = '', url = '' } = written('GITHUB_STATE')
  const stopped = startProgram(process.execPath, [cli, 'stop', '--url', url], {
    env: { PATH: '/usr/bin:/bin' },
  })
  expect((await stopped.ending()).code).toBe(0)
  const { code, stdout } = await step('post', 'failure')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^::notice::.*no server responds/)])
  expect(existsSync(join(folder, 'left/findings.json'))).toBe(true)
})

test('the action fails with the sentence of a start that cannot succeed', async () => {
  const { step, written } = startJob({ arguments: '--seed no-such-seed' })
  const { code, stderr } = await step('main')
  expect(code).toBe(1)
  expect(stderr).toContain('no-such-seed')
  expect(written('GITHUB_ENV')).toEqual({})
})

test('the action says what to do where the package is not installed', async () => {
  const { folder, step } = startJob()
  rmSync(join(folder, 'node_modules/dam-sandbox'))
  const { code, stderr } = await step('main')
  expect(code).toBe(1)
  expect(stderr).toContain(
    `dam-sandbox is not in ${join(folder, 'node_modules')}; run npm ci in an earlier step`,
  )
})
