import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { readSource } from '#test/kit/source-files.ts'

const YAML = readdirSync('.github', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ya?ml$/.test(name))
  .map((name) => `.github/${name}`)

// biome-ignore lint/suspicious/noExplicitAny: files of others' formats are looked into key by key.
const read = (name: string): any => parseDocument(readSource(name)).toJS()

const workflow = read('.github/workflows/test.yml')

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

const stepsOf = (name: string): Step[] =>
  Object.values<{ steps: Step[] }>(read(name).jobs).flatMap(({ steps }) => steps)

const steps = stepsOf('.github/workflows/test.yml')

describe('a pull request', () => {
  test.each(YAML)('%s is YAML without errors and warnings', (name) => {
    const { errors, warnings } = parseDocument(readSource(name))
    expect([...errors, ...warnings].map(String)).toEqual([])
  })

  test('is tested by every step of the gate, but for the fuzzers', () => {
    const gate = [...readSource('.ci/run').matchAll(/^step (npm (?:ci|test|run [\w:]+))/gm)]
    const wanted = gate.map(([, step]) => step).filter((step) => step !== 'npm run fuzz')
    expect(wanted.length).toBeGreaterThan(5)
    const run = new Set(steps.map((step) => step.run))
    expect(wanted.filter((step) => !run.has(step))).toEqual([])
  })

  test('is tested with each major version of Node that the package allows', () => {
    const allowed = JSON.parse(readSource('package.json')).engines.node.matchAll(/(?:\^|>=)(\d+)/g)
    const { node } = workflow.jobs.node.strategy.matrix
    expect(node.map(Number.parseFloat).map(Math.trunc)).toEqual(
      [...allowed].map(([, major]) => Number(major)),
    )
  })

  test('gets no secret, no right to write and no token on the disk', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    for (const job of Object.values<object>(workflow.jobs))
      expect(job).not.toHaveProperty('permissions')
    expect(readSource('.github/workflows/test.yml')).not.toContain('secrets.')
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(0)
    for (const checkout of checkouts)
      expect(checkout.with).toEqual({ 'persist-credentials': false })
  })

  test('is tested with the same versions of actions that publish a release', () => {
    const published = new Set(stepsOf('.github/workflows/publish.yml').map(({ uses }) => uses))
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((action) => !published.has(action))).toEqual([])
  })
})
