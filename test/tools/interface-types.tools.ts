import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder, startProgram } from '#test/kit/process.ts'

const COMPILER = resolve('test/tools/packages/node_modules/typescript/bin/tsc')

const PROGRAM = `import type { E8Answer, Operations } from 'dam-sandbox/interface'
export const request: Operations['E8']['request'] = { param: { userIds: [1001] } }
export const emailOf = (answer: E8Answer): string | undefined =>
  answer.result === null ? answer.message : answer.result[0]?.email
// @ts-expect-error Ids are numbers.
export const wrong: Operations['E8']['request'] = { param: { userIds: ['1001'] } }
`

describe('the types of whole bodies', () => {
  test.each([
    ['commonjs and node10', { module: 'commonjs', moduleResolution: 'node10' }],
    ['node16', { module: 'node16', moduleResolution: 'node16' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('are found by TypeScript 5 with %s', async (_, options) => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/dam-sandbox'))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    const compilerOptions = { ...options, target: 'es2022', types: [], strict: true, noEmit: true }
    const files = ['program.ts']
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const env = { PATH: '/usr/bin:/bin' }
    const compiler = startProgram(process.execPath, [COMPILER, '-p', '.'], { cwd: folder, env })
    expect(await compiler.ending()).toMatchObject({ code: 0, stdout: '' })
  })
})
