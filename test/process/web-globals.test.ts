import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startProgram } from '#test/kit/process.ts'
import { startServer } from '#test/kit/server.ts'

/** What environments with a DOM replace or leave out, such as those of vitest and Jest. */
const GLOBALS = [
  ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'File', 'WebSocket'],
  ...['ReadableStream', 'WritableStream', 'TransformStream', 'TextDecoderStream'],
  ...['TextEncoder', 'TextDecoder', 'crypto', 'structuredClone', 'setImmediate', 'MessageChannel'],
]

/** Everything of the library that sends or receives bytes, in a program without these globals. */
const PROGRAM = `
for (const name of ${JSON.stringify(GLOBALS)}) CHANGE
const assert = require('node:assert')
const { connectSandbox, FileChangedError } = require(${JSON.stringify(resolve('dist/index.cjs'))})
const main = async () => {
  const sandbox = connectSandbox(process.argv[1])
  const workspace = await sandbox.workspace({ assume: { 'A-auth-4': 'hmac-sha256' } })
  await workspace.call('E8', { userIds: [1001] })
  await workspace.call('E11', { id: workspace.fixtures.portal.contentId })
  await assert.rejects(workspace.call('E22', { collectionId: 1, assetIds: [1] }), { operation: 'E22', call: 3 })
  const { size } = await workspace.upload(new Uint8Array(250_000), { name: 'a.bin', partSizeBytes: 102_400 })
  assert.equal(size, 250_000)
  await workspace.upload('package.json')
  const stopping = new AbortController()
  const onProgress = () => stopping.abort(new Error('enough'))
  const uploading = workspace.upload(new Uint8Array(900_000), { name: 'b.bin', partSizeBytes: 102_400, signal: stopping.signal, onProgress })
  await assert.rejects(uploading, /enough/)
  const { records } = await workspace.records('uploads')
  assert.equal(records[0].status, 'aborted')
  await workspace.seed({ folder: 'seed/minimal' }, { replace: true })
  await (await sandbox.workspace()).import(await workspace.export())
  for await (const entry of workspace.journal.follow({ operation: 'E8', after: 0 })) {
    assert.equal(entry.code, '0')
    break
  }
  await assert.rejects(connectSandbox('http://127.0.0.1:9').workspace(), { name: 'UnreachableError' })
  await workspace.delete()
  console.log('done')
}
main()`

test.each([
  ['leaves out', 'delete globalThis[name]'],
  [
    'replaces',
    `globalThis[name] = class { constructor() { throw new Error(name + ' of the suite') } }`,
  ],
])('the library works where the environment %s the web globals of Node', async (_how, change) => {
  const { url } = await startServer()
  const args = ['-e', PROGRAM.replace('CHANGE', change), url]
  const { stdout, stderr } = await startProgram(process.execPath, args, { env: {} }).ending()
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' })
})
