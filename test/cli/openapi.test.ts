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

  test('prints one line of JSON for each operation that is named', async () => {
    const { stdout } = await runCli(['openapi', 'E22', 'asset/detail'])
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { paths } = JSON.parse(line) as {
          paths: Record<string, { post: { operationId: string } }>
        }
        return Object.values(paths)[0]?.post.operationId
      })
    expect(ids).toEqual(['E22', 'E4'])
    expect((await runCli(['openapi', 'E99'])).code).toBe(2)
  })
})
