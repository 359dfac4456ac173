import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { describeSettings } from '#src/config/describe-settings.ts'
import { readSource } from '#test/kit/source-files.ts'

const DEPLOY = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .map((name) => `deploy/${name}`)
  .filter((name) => /\.\w+$/.test(name))
const YAML = ['.github/workflows/publish.yml', ...DEPLOY].filter((name) => /\.ya?ml$/.test(name))

// biome-ignore lint/suspicious/noExplicitAny: files of others' formats are looked into key by key.
const read = (name: string): any => parseDocument(readSource(name)).toJS()

/** Variables of clients, which are not settings of the server. */
const OF_CLIENTS = ['SANDBOX_URL', 'SANDBOX_WORKSPACE', 'SANDBOX_ACCESS_TOKEN']

describe('the files for a deployment', () => {
  test.each(YAML)('%s is YAML without errors and warnings', (name) => {
    const { errors, warnings } = parseDocument(readSource(name))
    expect([...errors, ...warnings].map(String)).toEqual([])
  })

  test.each(DEPLOY)('%s names only settings that exist', (name) => {
    const known = new Set([...describeSettings().map(({ variable }) => variable), ...OF_CLIENTS])
    const named = readSource(name).match(/\bSANDBOX_[A-Z_]+/g) ?? []
    expect(named.filter((variable) => !known.has(variable))).toEqual([])
  })

  test('compose gives each service a read-only root, no privileges, and bounds', () => {
    const services = Object.entries(read('deploy/compose.yaml').services)
    expect(services.length).toBe(2)
    for (const [name, service] of services)
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        logging: { options: { 'max-size': expect.any(String) } },
        restart: 'unless-stopped',
      })
  })

  test('the alerts name only documented metrics', () => {
    const named = readSource('deploy/prometheus-rules.yaml').match(/\bdam_sandbox_\w+/g) ?? []
    const documented = new Set(readSource('docs/running.md').match(/`[\w]+`/g))
    expect(named.length).toBeGreaterThan(4)
    expect(
      named.filter((name) => !documented.has(`\`${name.replace('dam_sandbox_', '')}\``)),
    ).toEqual([])
  })

  test('the jobs of GitLab keep the cached packages, and run on the Node of the image', () => {
    const { image, before_script: before } = read('deploy/gitlab-ci.yml')['.dam-sandbox']
    expect(before).toEqual(['test -d node_modules/dam-sandbox || npm ci'])
    expect(readSource('Dockerfile')).toContain(`ARG NODE=${image.replace('node:', '')}\n`)
  })

  test('the action runs steps that exist', () => {
    const { main, post } = read('deploy/action/action.yml').runs
    expect([main, post].filter((step) => !existsSync(`deploy/action/${step}`))).toEqual([])
  })
})
