import { spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command line. */
export const runCommand = (args: readonly string[], url = ''): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/cli.cjs', ...args], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...(url && { SANDBOX_URL: url }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  })
