import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { freshFolder, startProcess, startProgram } from '#test/kit/process.ts'

/** Node's arguments under which a statement runs before the program. */
const nodeWith = (statement: string, program: string): string[] => {
  const file = join(freshFolder(), 'before.mjs')
  writeFileSync(file, statement)
  return ['--import', file, program]
}

/** The first line of a source that a stack trace names. */
const sourceLineIn = (stack: string): string | undefined => {
  const [, file = '', line] = /\((\/.*\/src\/.+\.ts):(\d+):\d+\)/.exec(stack) ?? []
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1]
}

test('the log of a defect names the line of the source that threw it', async () => {
  const args = nodeWith(
    "process.cpuUsage = () => { throw new Error('injected') }",
    'dist/server.cjs',
  )
  const server = startProcess({}, [], [process.execPath, ...args])
  expect((await send(new URL('/metrics', await server.url()).href, { method: 'GET' })).status).toBe(
    500,
  )
  const [line] = await server.until(/^.*"defect".*$/m)
  expect(sourceLineIn(JSON.parse(line).err.stack)).toContain('process.cpuUsage()')
})

test('a defect of the command line names the line of the source that threw it', async () => {
  const args = nodeWith("globalThis.fetch = () => { throw new Error('injected') }", 'dist/cli.cjs')
  const { stderr } = await startProgram(process.execPath, [...args, 'workspace', 'list'], {
    env: {},
  }).ending()
  expect(stderr).toMatch(/^dam-sandbox: Error: injected\n/)
  expect(sourceLineIn(stderr)).toContain('fetch(')
})
