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
    expect(seen).toMatchObject({ labels: {}, snapshots: [], name: 'fresh.test.mjs', isTimed: true, ...wanted })
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
    expected = {"labels": {}, "snapshots": [], "isTimed": True, **WANTED}
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
  ['the defaults', [], { variants: {}, variation: null }],
  [
    'a chosen variant and a lifetime',
    ['--assume', 'A-20-1=envelope', '--ttl-ms', '600000'],
    { variants: { 'A-20-1': 'envelope' } },
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

const runVitest = (
  suite: string,
  flags: readonly string[],
  wanted: object,
  test = "globalSetup: ['dam-sandbox/vitest/setup']",
): Promise<Ending> => {
  const files = {
    'fresh.test.mjs': suite,
    'vitest.config.mjs': `export default { test: { ${test} } }`,
  }
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

/** Names, ends and options of all kinds; the failures are wanted. */
const ODD_VITEST_SUITE = `
import { test as base } from 'dam-sandbox/vitest'
import { describe, expect } from 'vitest'

const test = base.extend({ workspaceOptions: { seed: 'demo', labels: { team: 'web' } } })
const namesOf = async (workspace) => {
  const { marks } = await (await fetch(new URL('/_sandbox/journal/marks?workspace=' + workspace.id, workspace.baseUrl))).json()
  return marks.filter(({ kind }) => kind.startsWith('test')).map(({ kind, detail }) => kind + ' ' + detail)
}

for (const name of ['x'.repeat(1_500), 'half \\ud800 a letter', 'null \\0 \\u001b[0m'])
  test(name, async ({ workspace }) => {
    await workspace.call('E8', { userIds: [1001] })
    const { entries } = await workspace.journal.list()
    expect(name.slice(0, 900).toWellFormed()).toBe(entries[0].test.slice('odd.test.mjs > '.length + 2).slice(0, 900))
  })

test('has the options of the file', async ({ workspace }) => {
  expect(await workspace.show()).toMatchObject({ seed: 'demo', labels: { team: 'web' } })
})

describe('crowd packs', () => {
  test('is named with its suite', async ({ workspace }) => {
    expect(await namesOf(workspace)).toEqual(['test fresh.test.mjs > crowd packs > is named with its suite'])
    await workspace.call('E8', { userIds: [1001] })
    expect(1).toBe(2)
  })
  test('calls nothing', () => {
    expect(1).toBe(2)
  })
  test('calls nothing either', ({ workspace }) => {
    expect(workspace.name).toBe(2)
  })
})

describe.concurrent('at the same time', () => {
  const seen = new Set()
  for (const number of [1, 2, 3])
    test('has a workspace of its own ' + number, async ({ workspace }) => {
      seen.add(workspace.id)
      await workspace.call('E8', { userIds: [1001] })
      await expect.poll(() => seen.size, { timeout: 4_000 }).toBe(3)
      expect((await workspace.journal.list()).total).toBe(1)
    })
  test('fails alone', ({ workspace }) => {
    expect(workspace.name).toBe('')
  })
})

test.fails('is to fail', async ({ workspace }) => {
  expect(await namesOf(workspace)).toEqual([])
})
let attempts = 0
test('passes when repeated', { retry: 1 }, async ({ workspace }) => {
  attempts += 1
  expect(attempts).toBe(2)
})
test('deletes its workspace', async ({ workspace }) => {
  await workspace.delete()
  expect(3).toBe(4)
})
test('goes on after that', async ({ workspace }) => {
  await workspace.call('E8', { userIds: [1001] })
  await workspace.delete()
})
`

test('the fixture of vitest takes tests of any name, concurrent ones, and those that end their workspace', async () => {
  const { stdout, stderr } = await runVitest(ODD_VITEST_SUITE, [], {})
  expect(stdout).toMatch(/Tests +5 failed \| 9 passed \| 1 expected fail/)
  for (const line of ['expected 3 to be 4', 'expected 1 to be 2']) expect(stderr).toContain(line)
  const blocks = stderr.match(/^Calls of .+(\n {2}.+)*/gm) ?? []
  expect(blocks.map((block) => block.replace(/ms\b.*/g, ''))).toEqual([
    'Calls of "fresh.test.mjs > crowd packs > is named with its suite":\n  #1  E8  0',
    'Calls of "fresh.test.mjs > crowd packs > calls nothing either":\n  no calls',
    'Calls of "fresh.test.mjs > at the same time > fails alone":\n  no calls',
  ])
})

test('a suite of vitest without the global setup is told what to add', async () => {
  const { stderr } = await runVitest(VITEST_SUITE, [], {}, '')
  expect(stderr).toContain(
    "Error: dam-sandbox/vitest has no server; add globalSetup: ['dam-sandbox/vitest/setup'] to test in the configuration of vitest",
  )
})

const LOST = `
import pytest

@pytest.fixture(scope="module")
def workspace_options():
    return {"seed": "demo", "labels": {"team": "web"}}

def test_before(workspace):
    shown = workspace.show()
    assert (shown["seed"], shown["labels"]) == ("demo", {"team": "web"})
    assert 1 == 2

def test_lost(workspace):
    workspace.delete()
    assert 3 == 4

class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no text")

def test_without_text(workspace):
    assert workspace.call("E8", {"userIds": [1001]})["code"] == "0"
    raise Mute()

@pytest.mark.parametrize("name", ["x" * 1_500, "half \\ud800", "null \\0 \\x1b[0m"])
def test_odd_names(workspace, name):
    pass

def test_behind(workspace):
    workspace.delete()
`

test.skipIf(PYTHON === '')(
  'pytest goes on and sums up whatever its tests are called and do to their workspace',
  async () => {
    const { stdout } = await runPytest(LOST, [], {})
    expect(stdout).not.toContain('INTERNALERROR')
    expect(stdout).toMatch(/3 failed, 4 passed/)
    for (const line of ['assert 1 == 2', 'assert 3 == 4']) expect(stdout).toContain(line)
  },
)

const DYING = `
import os
import signal
import pytest

def test_before():
    assert 1 == 2

def test_dies(workspace):
    os.kill(os.getppid(), signal.SIGKILL)
    assert 3 == 4

def test_behind(workspace):
    pass
`

test.skipIf(PYTHON === '')('pytest goes on and sums up when the server dies', async () => {
  // The parent of pytest is exec, which is the server; its output goes on to the pipe that both share.
  const { stdout } = await runPytest(DYING, [], {})
  expect(stdout).not.toContain('INTERNALERROR')
  expect(stdout).toMatch(/2 failed, 1 error|3 failed/)
})
