import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { type Fixtures, type Reply, send } from '#test/kit/http.ts'
import {
  type Ending,
  freshFolder,
  type ServerProcess,
  startProcess,
  startProgram,
} from '#test/kit/process.ts'

const PRISM = resolve('test/tools/packages/node_modules/@stoplight/prism-cli/dist/index.js')

const ENV = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NO_COLOR: '1' }

/** A server with two validating proxies in front of it, one of which lets requests pass as they are. */
interface Proxied {
  readonly server: string
  readonly strict: ServerProcess
  readonly lenient: ServerProcess
}

const startPrism = (document: string, server: string, ...options: string[]): ServerProcess =>
  startProgram(
    process.execPath,
    [PRISM, 'proxy', document, server, '--errors', '--port', '0', ...options],
    { env: ENV },
  )

/**
 * Both sides of a call are validated by the document that the server serves, or by an altered one. Prism does not forward the
 * host of a call, so signed URLs in answers lead to the server itself. The bytes of files have to go there, since Prism
 * reads every body that is no JSON as text.
 */
const startProxied = async (alter = (document: string) => document): Promise<Proxied> => {
  const env = { SANDBOX_SEED: 'demo', SANDBOX_CHECK_REPLIES: 'on' }
  const server = await startProcess(env).url()
  const folder = freshFolder()
  const text = alter((await send(`${server}/openapi.json`, {})).text)
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const strict = startPrism(write('openapi.json', text), server)
  const open = write('open.json', withoutSecurity(text))
  return { server, strict, lenient: startPrism(open, server, '--validate-request=false') }
}

/** Prism judges credentials even where it does not validate requests. */
const withoutSecurity = (text: string): string =>
  JSON.stringify(JSON.parse(text), (key, value) => (key === 'security' ? undefined : value))

const urlOf = async (prism: ServerProcess): Promise<string> =>
  (await prism.until(/is listening on (http:\S+)/))[1] ?? ''

/** What a proxy has reported until now, after which it ends. */
const reportOf = async (prism: ServerProcess) => {
  prism.child.kill('SIGTERM')
  const { stdout, stderr } = await prism.ending()
  const lines = `${stdout}${stderr}`.split('\n')
  return {
    forwarded: lines.filter((line) => line.includes('Received forward response')).length,
    violations: lines.filter((line) => /Violation:|terminated with error/.test(line)),
  }
}

interface Outcome {
  readonly passed: number
  readonly failed: string[]
}

/** Runs the acceptance suite, or the tests of a name, in a process of its own. */
const runSuite = async (proxied: Proxied, ...options: string[]): Promise<Outcome> => {
  const report = join(freshFolder(), 'report.json')
  const suite = startProgram(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'test/acceptance',
      // The files share one server, and some of them count what it has.
      '--no-file-parallelism',
      '--reporter=json',
      `--outputFile=${report}`,
      ...options,
    ],
    {
      env: {
        ...ENV,
        ACCEPTANCE_URL: await urlOf(proxied.strict),
        ACCEPTANCE_LENIENT_URL: await urlOf(proxied.lenient),
        ACCEPTANCE_CONTROL_URL: proxied.server,
      },
    },
  )
  return outcomeOf(await suite.ending(), report)
}

const outcomeOf = ({ stderr }: Ending, report: string): Outcome => {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: {
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  expect(results.length, stderr).toBeGreaterThan(0)
  const failed = results.filter(({ status }) => status === 'failed')
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
  }
}

const queryUser = async ({ server, lenient }: Proxied): Promise<Reply> => {
  const { app, users } = (await send(`${server}/_sandbox/fixtures`, {})).body as Fixtures
  const path = '/open-api/standard/v1/query-user-simple-info-list'
  return send((await urlOf(lenient)) + path, {
    method: 'POST',
    headers: {
      'access-token': app.accessToken,
      'token-type': 'bearer',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ param: { userIds: [users.owner.id] } }),
  })
}

describe('Prism as a validating proxy with the served document', () => {
  test('passes the acceptance suite without a violation', async () => {
    const proxied = await startProxied()
    const { passed, failed } = await runSuite(proxied)
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThanOrEqual(20)
    const strict = await reportOf(proxied.strict)
    const lenient = await reportOf(proxied.lenient)
    expect([...strict.violations, ...lenient.violations]).toEqual([])
    expect(strict.forwarded).toBeGreaterThan(100)
    expect(lenient.forwarded).toBe(CATALOGUE.length)
  })

  test('reports an answer that the document does not allow', async () => {
    const proxied = await startProxied((document) => document.replaceAll('"nickname"', '"nick"'))
    const { failed } = await runSuite(proxied, '-t', 'for E8')
    expect(failed).toEqual([expect.stringContaining('for E8')])
    expect((await reportOf(proxied.strict)).violations).not.toEqual([])
    // A proxy that validates answers only reports it as well, and says where.
    const { headers, status } = await queryUser(proxied)
    expect(status).toBe(500)
    expect(headers.get('sl-violations')).toContain('nick')
  })

  test('reports a request that the document does not allow', async () => {
    const proxied = await startProxied((document) => document.replaceAll('"userIds"', '"users"'))
    const { failed } = await runSuite(proxied, '-t', 'for E8')
    expect(failed).toEqual([expect.stringContaining('for E8')])
    expect((await reportOf(proxied.strict)).forwarded).toBe(0)
  })
})
