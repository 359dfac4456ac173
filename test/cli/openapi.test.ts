import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCli } from '#test/kit/cli.ts'

describe('dam-sandbox openapi', () => {
  test.each([
    [[], 'openapi.json'],
    [['--yaml'], 'openapi.yaml'],
    [['--control'], 'control.json'],
    [['--control', '--yaml'], 'control.yaml'],
  ])('with %j prints %s without a server', async (options, file) => {
    const { code, stdout } = await runCli(['openapi', ...options])
    expect(code).toBe(0)
    expect(stdout).toBe(readFileSync(`dist/openapi/${file}`, 'utf8'))
  })
})
