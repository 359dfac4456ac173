// Requests a second and latencies of one call, by `wrk` (Debian has it), which takes little of the machine for itself.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MS = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

const lua = (value) => `[==[${value}]==]`

const scriptOf = ({ method = 'POST', headers, body }) =>
  [
    `wrk.method = "${method}"`,
    ...(body === undefined ? [] : [`wrk.body = ${lua(body)}`]),
    ...Object.entries(headers).map(([name, text]) => `wrk.headers["${name}"] = ${lua(text)}`),
  ].join('\n')

const latencyOf = (printed, percent) => {
  const found = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(printed)
  return found ? Number(found[1]) * MS[found[2]] : Number.NaN
}

/** Calls again and again on five connections; fails where an answer is no 2xx, or a connection broke. */
export const callBusily = async (url, call, seconds) => {
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-wrk-'))
  const script = join(folder, 'call.lua')
  writeFileSync(script, scriptOf(call))
  const args = ['-t1', '-c5', '--latency', `-d${seconds}s`, '-s', script, url + call.path]
  try {
    const { stdout } = await run('wrk', args, { timeout: (Number(seconds) + 20) * 1_000 })
    const refused = /(Non-2xx or 3xx responses|Socket errors):.*/.exec(stdout)
    if (refused) throw new Error(`${call.path}: ${refused[0]}`)
    return {
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
      p50: latencyOf(stdout, 50),
      p99: latencyOf(stdout, 99),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
