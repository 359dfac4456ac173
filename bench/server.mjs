// The built server in a process of its own, for the measurements beside this file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A measurement that is interrupted ends its servers, which only an orderly exit does.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const TOKEN = '00000000-0000-4000-8000-000000000001'

/** The resident memory of a process, in MiB; where the system does not tell, 0. */
export const residentMiB = (pid) => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
  } catch {
    return 0
  }
}

/** Starts `dist/server.cjs` and answers how to call it; `isInFolder` keeps its data in a fresh folder, `data` in a given one; `program` is the folder of another build. */
export const startServer = async ({
  isInFolder = false,
  data,
  program: root = join(import.meta.dirname, '..'),
} = {}) => {
  const folder = isInFolder ? mkdtempSync(join(tmpdir(), 'dam-sandbox-bench-')) : undefined
  const env = {
    SANDBOX_PORT: '0',
    SANDBOX_LOG: 'fatal',
    SANDBOX_LOG_FORMAT: 'pretty',
    ...((data ?? folder) && { SANDBOX_DATA: data ?? folder }),
  }
  const program = join(root, 'dist/server.cjs')
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const end = () => {
    child.kill('SIGKILL')
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  const url = await new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const found = /listens on (http:\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const post = async (path, body) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'access-token': TOKEN,
        'token-type': 'bearer',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const { code, message, result } = await response.json()
    if (code !== '0') throw new Error(`${path}: ${message}`)
    return result
  }
  return {
    url,
    pid: child.pid,
    access: { url, pid: child.pid, token: TOKEN },
    where: (data ?? folder) ? 'data in a folder' : 'in memory',
    post,
    call: (path, param) => post(`/open-api/standard${path}`, { param }),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', end)
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
