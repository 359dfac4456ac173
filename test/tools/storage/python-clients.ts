import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Granted } from '#test/kit/storage.ts'
import { resumeByList, type StorageClient } from './node-clients.ts'

const SCRIPT = 'test/tools/storage/client.py'

/** Pythons that may have a package: that of the path, and Debian's. */
const PYTHONS = ['python3', '/usr/bin/python3']

/** A Python, and where it finds the packages of its user. */
export interface Python {
  readonly path: string
  readonly userBase: string
}

/** The Python that has a package; undefined where none has. */
export const pythonWith = (module: string): Python | undefined => {
  const script = `import ${module}, site, sys; print(sys.executable, site.getuserbase(), sep='\\n')`
  for (const python of PYTHONS) {
    const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' })
    if (status !== 0) continue
    const [path = python, userBase = ''] = stdout.split('\n')
    return { path, userBase }
  }
  return undefined
}

/** A client in a Python of its own, which does one thing after the other. */
export const pythonClient = (python: string, module: string, grant: Granted): StorageClient => {
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
    put: (...args) => ask('put', ...args),
    get: (...args) => ask('get', ...args),
    initiate: (...args) => ask('initiate', ...args),
    part: (...args) => ask('part', ...args),
    list: (...args) => ask('list', ...args),
    complete: (...args) => ask('complete', ...args),
    abort: (...args) => ask('abort', ...args),
    resume: (key, bytes) => resumeByList(own, key, bytes),
    presign: (...args) => ask('presign', ...args),
    close: () => child.kill(),
  }
  return own
}
