import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Ending, freshFolder, startProgram } from '#test/kit/process.ts'

/** Tests that each expect what the file started with, and leave everything changed. */
const VITEST_SUITE = `
import { test } from 'dam-sandbox/vitest'
import { expect } from 'vitest'

const wanted = JSON.parse(process.env.WANTED)
const look = async (workspace) => {
  const { name, variants, variation, labels, quota, expiresAtMs } = await workspace.show()
  const snapshots = await workspace.snapshots.list()
  return { name, variants, variation, labels, quota, isTimed: expiresAtMs !== null, snapshots }
}

for (const number of [1, 2, 3])
  test('starts afresh ' + number, async ({ workspace }) => {
    const seen = await look(workspace)
    expect(seen).toMatchObject({ labels: {}, snapshots: [], name: 'fresh.test.mjs', ...wanted })
    await workspace.variants.set({ 'A-8-1': 'refused', 'A-20-1': 'bare' })
    await workspace.variation.set(7, ['list-order'])
    await workspace.snapshots.take('a/b of ' + number)
    await workspace.update({
      labels: { team: 'web' },
      quota: { snapshotBytes: 10_000_000 },
      ttlMs: 60_000_000,
      name: 'other' + number,
    })
    await workspace.clock.freeze(1)
    expect(await look(workspace)).not.toEqual(seen)
  })
`

const PYTEST_SUITE = `
import json
import os
import pytest

WANTED = json.loads(os.environ["WANTED"])

def look(workspace):
    shown = workspace.show()
    seen = {key: shown[key] for key in ("variants", "variation", "labels", "quota")}
    seen["isTimed"] = shown["expiresAtMs"] is not None
    seen["snapshots"] = workspace.control("GET", "/snapshots")["snapshots"]
    return seen

@pytest.mark.parametrize("number", [1, 2, 3])
def test_starts_afresh(workspace, number):
    seen = look(workspace)
    expected = {"labels": {}, "snapshots": [], **WANTED}
    assert {key: seen[key] for key in expected} == expected
    workspace.control("PATCH", "/variants", {"A-8-1": "refused", "A-20-1": "bare"})
    workspace.control("PUT", "/variation", {"seed": 7, "kinds": ["list-order"]})
    workspace.control("POST", "/snapshots", {"name": f"a/b of {number}"})
    changes = {"labels": {"team": "web"}, "quota": {"snapshotBytes": 10_000_000}, "ttlMs": 60_000_000, "name": f"other{number}"}
    workspace.sandbox.control("PATCH", f"/workspaces/{workspace.id}", changes)
    assert look(workspace) != seen
`

const { stdout: PYTHON } = spawnSync(
  'python3',
  ['-c', 'import pytest, sys; print(sys.executable, end="")'],
  { encoding: 'utf8' },
)

/** What exec starts the server with, and what each test then starts with. */
const STARTS: [name: string, flags: string[], wanted: object][] = [
  ['the defaults', [], { variants: {}, variation: null, isTimed: false }],
  [
    'a chosen variant and a lifetime',
    ['--assume', 'A-20-1=envelope', '--ttl-ms', '600000'],
    { variants: { 'A-20-1': 'envelope' }, isTimed: true },
  ],
  [
    'a variation',
    ['--variation', '3:optional-values'],
    { variation: { seed: 3, kinds: ['optional-values'] } },
  ],
]

/** Runs a suite under exec in a project that has the package. */
const runSuite = (
  files: Readonly<Record<string, string>>,
  command: readonly string[],
  flags: readonly string[],
  wanted: object,
): Promise<Ending> => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(resolve('node_modules/vitest'), join(cwd, 'node_modules/vitest'))
  symlinkSync(resolve('.'), join(cwd, 'node_modules/dam-sandbox'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const exec = [resolve('dist/cli.cjs'), 'exec', '--seed', 'minimal', ...flags, '--', ...command]
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    WANTED: JSON.stringify(wanted),
  }
  return startProgram(process.execPath, exec, { env, cwd }).ending()
}

const runVitest = (suite: string, flags: readonly string[], wanted: object): Promise<Ending> => {
  const config = "export default { test: { globalSetup: ['dam-sandbox/vitest/setup'] } }"
  const files = { 'fresh.test.mjs': suite, 'vitest.config.mjs': config }
  return runSuite(
    files,
    [process.execPath, resolve('node_modules/vitest/vitest.mjs'), 'run'],
    flags,
    wanted,
  )
}

const runPytest = (suite: string, flags: readonly string[], wanted: object): Promise<Ending> => {
  const plugin = `import sys\nsys.path.append(${JSON.stringify(resolve('clients/python'))})\npytest_plugins = ["dam_sandbox"]\n`
  const files = { 'test_fresh.py': suite, 'conftest.py': plugin }
  return runSuite(files, [PYTHON, '-m', 'pytest', '-q', '-p', 'no:cacheprovider'], flags, wanted)
}

describe.each(STARTS)('under exec with %s', (_name, flags, wanted) => {
  test('each test of vitest starts with what its file started with', async () => {
    const { code, stdout, stderr } = await runVitest(VITEST_SUITE, flags, wanted)
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/Tests +3 passed/)
  })

  test.skipIf(PYTHON === '')(
    'each test of pytest starts with what its file started with',
    async () => {
      const { code, stdout, stderr } = await runPytest(PYTEST_SUITE, flags, wanted)
      expect(code, stdout + stderr).toBe(0)
      expect(stdout).toContain('3 passed')
    },
  )
})

const LOST = `
def test_before():
    assert 1 == 2

def test_lost(workspace):
    workspace.delete()
    assert 3 == 4

def test_behind():
    pass
`

test.skipIf(PYTHON === '')(
  'pytest goes on and sums up when a test that has deleted its workspace fails',
  async () => {
    const { stdout } = await runPytest(LOST, [], {})
    expect(stdout).not.toContain('INTERNALERROR')
    expect(stdout).toMatch(/2 failed, 1 passed/)
    expect(stdout).toContain('assert 3 == 4')
  },
)
