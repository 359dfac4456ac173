import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { send } from '#test/kit/http.ts'
import { callMixed } from '#test/kit/metrics.ts'
import { startServer } from '#test/kit/server.ts'

const promtool = (args: string[], input = '') =>
  spawnSync('promtool', args, { encoding: 'utf8', input })

describe('metrics', () => {
  // Debian has it in the package `prometheus`.
  test.skipIf(promtool(['--version']).error)("pass Prometheus' own check", async () => {
    const server = await startServer({ storage: true })
    await callMixed(server, 24)
    const { text } = await send(`${server.url}/metrics`, {})
    const { status, stdout, stderr } = promtool(['check', 'metrics'], text)
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })
})
