import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { freshFolder } from '#test/kit/process.ts'
import { readSource } from '#test/kit/source-files.ts'

const PACKAGES = resolve('test/tools/packages')
const bin = (name: string): string => join(PACKAGES, 'node_modules/.bin', name)

interface Judgement {
  readonly context: { readonly errors: { getErrors(): Error[] } }
}
type Judge = (file: { name: string; content: string }, trace: unknown) => Judgement
interface WorkflowParser {
  readonly parseAction: Judge
  readonly parseWorkflow: Judge
  readonly NoOperationTraceWriter: new () => unknown
}

/** GitHub's own parser, bundled: it imports JSON as only bundlers do. */
const workflowParser = async (): Promise<WorkflowParser> => {
  const contents =
    "export * from '@actions/workflow-parser'\n" +
    "export { parseAction } from '@actions/workflow-parser/actions/action-parser'"
  const outfile = join(freshFolder(), 'parser.mjs')
  await build({
    stdin: { contents, resolveDir: PACKAGES },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  })
  return import(outfile)
}

/** What a command says, in a folder with one file; its exit code first. */
const judge = (command: string[], file: string, text: string): [number | null, string] => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, file), text)
  const [program = '', ...args] = command
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  return [status, stdout + stderr]
}

test("GitHub's parser finds the action and the workflow valid, and notices a defect", async () => {
  const { parseAction, parseWorkflow, NoOperationTraceWriter } = await workflowParser()
  const errorsOf = (parse: Judge, name: string, content: string): string[] =>
    parse({ name, content }, new NoOperationTraceWriter()).context.errors.getErrors().map(String)
  for (const [parse, name] of [
    [parseAction, 'deploy/action/action.yml'],
    [parseWorkflow, '.github/workflows/publish.yml'],
  ] as const) {
    expect(errorsOf(parse, name, readSource(name))).toEqual([])
    expect(errorsOf(parse, name, readSource(name).replace('runs', 'rnus'))).not.toEqual([])
  }
})

test('every compose file agrees with the compose specification', () => {
  const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('compose.yaml'))
    .map((name) => readSource(`deploy/${name}`))
  const rulesOf = (text: string): string[] => {
    const [, said] = judge([bin('dclint'), '-f', 'json', '.'], 'compose.yaml', text)
    const [report] = JSON.parse(said)
    return report.messages.map(({ rule }: { rule: string }) => rule)
  }
  expect(files.length).toBeGreaterThan(0)
  for (const text of files) {
    expect(rulesOf(text)).not.toContain('invalid-schema')
    expect(rulesOf(text.replace('read_only:', 'read_olny:'))).toContain('invalid-schema')
  }
})

test("the GitLab recipe agrees with GitLab's schema", () => {
  const listed = (text: string): number | null =>
    judge([bin('gitlab-ci-local'), '--list'], '.gitlab-ci.yml', text)[0]
  const recipe = readSource('deploy/gitlab-ci.yml')
  expect(listed(recipe)).toBe(0)
  expect(listed(recipe.replace('when: on_failure', 'when: on_failur'))).not.toBe(0)
})

test('every object for Kubernetes has only fields of its kind, with values of their types', () => {
  const objects = parseAllDocuments(readSource('deploy/kubernetes/dam-sandbox.yaml')).map(
    (document) => document.toJS() as { apiVersion: string; kind: string },
  )
  const source = objects
    .map(({ apiVersion, kind, ...rest }, index) => {
      const type = `import('kubernetes-models/${apiVersion}').I${kind}`
      const object = JSON.stringify({ apiVersion, kind, ...rest })
      return `export const object${index}: ${type} = ${object}`
    })
    .join('\n')
  // In the folder of the packages, so that their types are found.
  const file = join(mkdtempSync(join(PACKAGES, 'node_modules/.objects-')), 'objects.ts')
  const problemsOf = (text: string): string => {
    writeFileSync(file, text)
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler']
    return spawnSync(bin('tsc'), [...args, '--module', 'esnext', file], { encoding: 'utf8' }).stdout
  }
  try {
    expect(objects.length).toBeGreaterThan(10)
    expect(problemsOf(source)).toBe('')
    const wrong = source
      .replace('"ingress":', '"ingres":')
      .replace('"containerPort":4022', '"containerPort":"4022"')
      .replace('"maxSkew":1,', '')
    expect(problemsOf(wrong).match(/error TS/g)).toHaveLength(3)
  } finally {
    rmSync(dirname(file), { recursive: true })
  }
})

test('haproxy takes the configuration for Kubernetes', ({ skip }) => {
  skip(spawnSync('haproxy', ['-v']).status !== 0, 'haproxy is not installed')
  const folder = freshFolder()
  const sed = ['-f', 'deploy/kubernetes/haproxy.sed', 'deploy/haproxy/haproxy.cfg']
  const text = execFileSync('sed', sed, { encoding: 'utf8' })
  expect(text).not.toMatch(/10\.0\.0\.|localpeer/)
  expect(text.match(/server \w+ node-[012]:402[23]/g)).toHaveLength(12)
  // The names of services exist in a cluster only; a pod removes the address of its own line.
  const resolved = text
    .replace(/^ {2}server balancer-0 .*$/m, '  server balancer-0')
    .replaceAll(/ (?:node|balancer)-\d:/g, ' 127.0.0.1:')
    .replaceAll('/etc/haproxy/names.lua', resolve('deploy/haproxy/names.lua'))
    .replaceAll('/etc/haproxy/nodes.map', resolve('deploy/kubernetes/nodes.map'))
  writeFileSync(join(folder, 'haproxy.cfg'), resolved)
  const args = ['-c', '-L', 'balancer-0', '-f', join(folder, 'haproxy.cfg')]
  const { status, stderr } = spawnSync('haproxy', args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

describe('tools of the system', () => {
  const which = (name: string): boolean =>
    spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`]).status === 0

  test('promtool takes the rules, and each alert fires when it should', ({ skip }) => {
    skip(!which('promtool'), 'promtool is not installed')
    const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })
    expect(promtool('check', 'rules', 'deploy/prometheus-rules.yaml')).toContain('11 rules found')
    const tested = 'test/deploy/prometheus-rules.test.yaml'
    expect(promtool('test', 'rules', tested)).toContain('SUCCESS')
    for (const [, alert = ''] of readSource('deploy/prometheus-rules.yaml').matchAll(
      /alert: (\w+)/g,
    ))
      expect(readSource(tested), alert).toContain(`alertname: ${alert}`)
  })

  test('nginx takes its site', ({ skip }) => {
    skip(!which('nginx'), 'nginx is not installed')
    skip(!which('openssl'), 'openssl is not installed')
    const folder = freshFolder()
    const pair = ['-keyout', `${folder}/dam-sandbox.key`, '-out', `${folder}/dam-sandbox.crt`]
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=dam']
    execFileSync('openssl', [...request, ...pair], { stdio: 'pipe' })
    const site = readSource('deploy/nginx.conf').replaceAll('/etc/nginx/tls', folder)
    const text = `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${site}}\n`
    writeFileSync(join(folder, 'nginx.conf'), text)
    const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]
    const { status, stderr } = spawnSync('/usr/sbin/nginx', args, { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })

  test('systemd takes its units without a warning', ({ skip }) => {
    skip(!which('systemd-analyze'), 'systemd-analyze is not installed')
    const units = freshFolder()
    for (const name of readdirSync('deploy').filter((file) => /\.(?:service|timer)$/.test(file))) {
      // Only programs that exist are taken.
      const text = readFileSync(`deploy/${name}`, 'utf8').replaceAll(
        /^ExecStart=\S+/gm,
        `ExecStart=${process.execPath}`,
      )
      writeFileSync(join(units, name), text)
    }
    const names = readdirSync(units)
    expect(names.length).toBe(3)
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', ...names.map((name) => join(units, name))],
      { encoding: 'utf8' },
    )
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })
})
