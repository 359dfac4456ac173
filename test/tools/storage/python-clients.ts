import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Grant, StorageClient } from './node-clients.ts'
import { resumeByList } from './node-clients.ts'

const SCRIPT = 'test/tools/storage/client.py'

/** Pythons that may have a package: that of the path, and Debian's. */
const PYTHONS = ['python3', '/usr/bin/python3']

/** The Python that has a package; undefined where none has. */
export const pythonWith = (module: string): string | undefined =>
  PYTHONS.find((python) => spawnSync(python, ['-c', `import ${module}`]).status === 0)

/** A client in a Python of its own, which does one thing after the other. */
export const pythonClient = (python: string, module: string, grant: Grant): StorageClient => {
  const child = spawn(python, [SCRIPT, module], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.write(`${JSON.stringify(grant)}\n`)
  const ask = async (action: string, ...args: readonly unknown[]) => {
    const coded = args.map((value) =>
      Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value,
    )
    child.stdin.write(`${JSON.stringify({ action, args: coded })}\n`)
    const { value = '{}' } = await lines.next()
    const { error, message, result } = JSON.parse(value)
    if (error) throw Object.assign(new Error(message), { code: error })
    return result?.bytes === undefined ? result : Buffer.from(result.bytes, 'base64')
  }
  const own: StorageClient = {
    put: (key, bytes) => ask('put', key, bytes),
    get: (key) => ask('get', key),
    initiate: (key) => ask('initiate', key),
    part: (key, uploadId, number, bytes) => ask('part', key, uploadId, number, bytes),
    list: (key, uploadId) => ask('list', key, uploadId),
    complete: (key, uploadId, parts) => ask('complete', key, uploadId, parts),
    abort: (key, uploadId) => ask('abort', key, uploadId),
    resume: (key, bytes) => resumeByList(own, key, bytes),
    presign: (method, key) => ask('presign', method, key),
    ...(module === 'boto3' && { form: (key, maxBytes) => ask('form', key, maxBytes) }),
    close: () => child.kill(),
  }
  return own
}
