// The built server in a process of its own, for the measurements beside this file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Starts a program of Node, with options of Node, and waits for the URL at which it listens. */
export const startProgram = async (program, args = [], env = {}, options = []) => {
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, [...options, program, ...args], { env, stdio })
  const end = () => child.kill('SIGKILL')
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
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      process.off('exit', end)
    },
  }
}

/** Starts `dist/server.cjs` of a build; `data` is the folder of its data, which is in memory without it. */
export const startServer = async ({ root, data }) => {
  const { url, pid, stop } = await startProgram(join(root, 'dist/server.cjs'), [], {
    SANDBOX_PORT: '0',
    SANDBOX_STORAGE_PORT: '0',
    SANDBOX_LOG: 'fatal',
    SANDBOX_LOG_FORMAT: 'pretty',
    ...(data && { SANDBOX_DATA: data }),
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
    pid,
    post,
    call: (path, param) => post(`/open-api/standard${path}`, { param }),
    stop,
  }
}

/** Puts the default workspace back into its initial state. */
export const resetServer = async (url) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers, body: '{}' })
  await response.text()
}
