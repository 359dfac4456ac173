// The first step of the action: starts a server in the background and hands its URL and credentials on.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'

const modulesFolder = (spec) => {
  if (spec === '') return resolve('node_modules')
  const prefix = join(env.RUNNER_TEMP, 'dam-sandbox-package')
  const wanted = existsSync(spec) ? resolve(spec) : spec
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, wanted]
  execFileSync('npm', args, { stdio: 'inherit' })
  return join(prefix, 'node_modules')
}

const append = (file, values) => {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(env[file], lines.join(''))
}

const artifacts = resolve(env.INPUT_ARTIFACTS)
if (existsSync(artifacts)) throw new Error(`The folder for artifacts exists already: ${artifacts}`)

const modules = modulesFolder(env.INPUT_PACKAGE)
const cli = join(modules, 'dam-sandbox/dist/cli.cjs')
if (!existsSync(cli))
  throw new Error(
    `dam-sandbox is not in ${modules}; run npm ci in an earlier step, or name what to install with the input package`,
  )
// The node of the job, for which the binaries of the package are, and not that of the action.
const answerOf = (...args) =>
  JSON.parse(execFileSync('node', [cli, ...args, '--json'], { encoding: 'utf8' }))

const flags = [
  '--port',
  '0',
  '--artifacts',
  artifacts,
  ...(env.INPUT_ARGUMENTS.match(/\S+/g) ?? []),
]
const { url } = answerOf('start', '--background', ...flags)
append('GITHUB_STATE', { cli, url, artifacts })

const variables = answerOf('env', '--url', url)
append('GITHUB_ENV', variables)
append('GITHUB_OUTPUT', {
  url,
  'storage-url': variables.SANDBOX_STORAGE_URL ?? '',
  'access-token': variables.SANDBOX_ACCESS_TOKEN,
  'client-id': variables.SANDBOX_CLIENT_ID,
  'client-key': variables.SANDBOX_CLIENT_KEY,
})
appendFileSync(env.GITHUB_PATH, `${join(modules, '.bin')}\n`)
