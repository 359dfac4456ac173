import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { freshFolder, startProcess, startProgram } from '#test/kit/process.ts'

const TOOLS = resolve('test/tools/packages/node_modules')

const ENV = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NO_COLOR: '1' }

const startDemo = () => startProcess({ SANDBOX_SEED: 'demo' }).url()

const run = (cwd: string, program: string, ...args: string[]) =>
  startProgram(process.execPath, [join(TOOLS, program), ...args], { cwd, env: ENV }).ending()

/** Expects code 0 of every operation of the document, in the shapes of their answers. */
const expectSuccesses = (answers: ReadonlyMap<string, string>): void => {
  for (const { id, shape } of CATALOGUE) {
    const answer: unknown = JSON.parse(answers.get(id) ?? 'null')
    if (shape === 'bare') expect(answer, id).toBe(true)
    else if (shape === 'empty') expect(answer, id).toEqual({})
    else expect(answer, id).toMatchObject({ code: '0' })
  }
}

interface NewmanReport {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string }
      readonly response?: { readonly stream: { readonly data: number[] } }
    }[]
    readonly failures: readonly unknown[]
  }
}

interface HttpyacReport {
  readonly requests: readonly { readonly name: string; readonly response?: { body: string } }[]
  readonly summary: { readonly erroredRequests: number; readonly failedRequests: number }
}

describe('the collections, sent to a new server by the tools of others', () => {
  test('newman, the runner of Postman, gets code 0 from every operation', async () => {
    const url = await startDemo()
    const folder = freshFolder()
    const report = join(folder, 'report.json')
    const file = resolve('dist/openapi/dam-sandbox.postman_collection.json')
    const options = ['--env-var', `baseUrl=${url}`, '--reporters', 'json']
    const args = ['run', file, ...options, '--reporter-json-export', report]
    const { code, stderr } = await run(folder, 'newman/bin/newman.js', ...args)
    expect(code, stderr).toBe(0)
    const { executions, failures } = (JSON.parse(readFileSync(report, 'utf8')) as NewmanReport).run
    expect(failures).toEqual([])
    const answers = executions.map(({ item, response }) => [
      item.name.split(' ')[0] ?? '',
      Buffer.from(response?.stream.data ?? []).toString(),
    ])
    expectSuccesses(new Map(answers as [string, string][]))
  })

  test('httpyac, which reads the files of VS Code and JetBrains, gets code 0 from every operation', async () => {
    const url = await startDemo()
    const folder = freshFolder()
    const text = readFileSync('dist/openapi/dam-sandbox.http', 'utf8')
    writeFileSync(join(folder, 'a.http'), text.replace(/^@baseUrl = .*$/m, `@baseUrl = ${url}`))
    const args = ['send', 'a.http', '--all', '--json']
    const { stdout } = await run(folder, 'httpyac/bin/httpyac.js', ...args)
    const { requests, summary } = JSON.parse(stdout) as HttpyacReport
    expect(summary).toMatchObject({ erroredRequests: 0, failedRequests: 0 })
    expectSuccesses(new Map(requests.map(({ name, response }) => [name, response?.body ?? ''])))
  })
})
