import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#src/index.ts'
import { examplesOf } from '#test/kit/example-kinds.ts'
import { runnable } from '#test/kit/example-runs.ts'
import { freshFolder, startProgram } from '#test/kit/process.ts'
import { download, makeAsset, sha256Of } from '#test/kit/uploads.ts'
import { type Python, pythonWith } from './storage/python-clients.ts'

const PICTURE = 'seed/demo/files/mist-ridge.jpg'

/** The programs of the document, without what is a page. */
const PROGRAMS = examplesOf('docs/storage.md').flatMap((example) =>
  example.kind === 'file' && !example.name.endsWith('.html')
    ? [[example.name, example.text] as const]
    : [],
)

type Runner = Pick<Python, 'path'> & Partial<Python>

/** What runs a program; undefined for a Python that is not there. */
const runnerOf = (name: string): Runner | undefined => {
  if (!name.endsWith('.py')) return { path: process.execPath }
  return pythonWith(name.replace('_upload.py', ''))
}

test.for(PROGRAMS)(
  'docs/storage.md shows %s, which uploads a picture',
  async ([name, text], { skip }) => {
    const runner = runnerOf(name) ?? skip('no Python has its package')
    const sandbox = await startSandbox({ seed: 'demo', checkReplies: true })
    onTestFinished(() => sandbox.close())
    const folder = freshFolder()
    writeFileSync(join(folder, name), runnable(text, sandbox.url))
    symlinkSync(resolve('seed'), join(folder, 'seed'))
    symlinkSync(resolve('test/tools/packages/node_modules'), join(folder, 'node_modules'))
    // A Python finds the packages of its user by HOME, unless it is told.
    const env = { PATH: '/usr/bin:/bin', HOME: folder, PYTHONUSERBASE: runner.userBase ?? folder }
    const ended = await startProgram(runner.path, [name], { cwd: folder, env }).ending()
    expect(ended.code, ended.stderr).toBe(0)
    const [, path = ''] = /^(?:atom \d+ of )?(.+)\n$/.exec(ended.stdout) ?? []
    const asset = await makeAsset(sandbox, { path, name: 'mist-ridge.jpg' })
    expect(asset.findings).toEqual([])
    expect(sha256Of(await download(asset.downloadUrl))).toBe(sha256Of(readFileSync(PICTURE)))
  },
)
