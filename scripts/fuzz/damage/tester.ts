import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, RefusedError } from '../core/client.ts'
import type { FindingKind } from '../core/findings.ts'
import { randomFor } from '../core/random.ts'
import { bare, parseJson } from '../core/request.ts'
import { ServerProcess } from '../core/server-process.ts'
import { isOver, type Run, type Tester } from '../core/session.ts'
import { apply, DAMAGES, type Damage, type Target, targetsIn } from './cases.ts'
import { runCommand } from './command.ts'
import { digestOf, readMembers, type Stage, setStage, type Team } from './stage.ts'

/** What became of a case, as a row of the table. */
interface Row {
  readonly file: string
  readonly damage: Damage
  start: string
  answers: string
  backup: string
  restore: string
  /** The first sentence that says what is wrong. */
  words: string
}

interface Case {
  readonly run: Run
  readonly stage: Stage
  readonly server: ServerProcess
  readonly target: Target
  readonly damage: Damage
  readonly backup: string
  readonly folder: string
  readonly row: Row
  fail(kind: FindingKind, text: string): void
}

/** Damages each kind of file in each way, and checks that nothing else is lost and that somebody says what is wrong. */
export const damage: Tester = async (run) => {
  const { seed, from, short } = run.options
  const folder = mkdtempSync(join(tmpdir(), 'dam-sandbox-fuzz-damage-'))
  const env = { SANDBOX_SEED: 'minimal', SANDBOX_LOG: 'warn' }
  const server = new ServerProcess({ command: run.options.server, env, hasFolder: true })
  const rows: Row[] = []
  let crash: ((text: string) => void) | undefined
  // A refused start is no crash.
  server.onCrash = ({ code, signal, output }) => {
    if (server.url !== '') crash?.(`${signal ?? code}: ${output.slice(-500)}`)
  }
  try {
    const stage = await setStage(server, join(folder, 'stage'), randomFor(seed, 'damage'))
    const count = targetsIn(stage, stage.data, stage.backup).length * DAMAGES.length
    const all = Array.from({ length: count }, (_, index) => index)
    // A short round does not reach all of them; each seed then begins elsewhere.
    const order = short ? randomFor(seed, 'damage cases').shuffle(all) : all.slice(from)
    for (const index of order) {
      if (isOver(run)) break
      run.progress(`case ${index + 1} of ${count}`)
      const made = arrange(run, { stage, server, folder, index })
      if (!made) continue
      crash = (text) => made.fail('crash', `the server ended with ${text}`)
      await tryCase(made).catch((error) => made.fail('crash', `the case could not go on: ${error}`))
      await server.kill()
      rows.push(made.row)
    }
  } finally {
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  return { requests: rows.length, lines: tableOf(rows) }
}

const arrange = (
  run: Run,
  given: { stage: Stage; server: ServerProcess; folder: string; index: number },
): Case | undefined => {
  const { stage, server, folder, index } = given
  const backup = join(folder, 'backup')
  for (const [source, target] of [
    [stage.data, server.folder],
    [stage.backup, backup],
  ] as const) {
    rmSync(target, { recursive: true, force: true })
    cpSync(source, target, { recursive: true })
  }
  const target = targetsIn(stage, server.folder, backup)[Math.trunc(index / DAMAGES.length)]
  const damage = DAMAGES[index % DAMAGES.length]
  if (!target || !damage) throw new Error(`there is no case ${index}`)
  const { seed } = run.options
  if (!apply(damage, target, randomFor(seed, 'damage', index))) return undefined
  const row = {
    file: target.file,
    damage,
    start: '',
    answers: '',
    backup: '',
    restore: '',
    words: '',
  }
  const fail = (kind: FindingKind, text: string): void => {
    const same = `${target.file} ${damage}: ${text}`.replaceAll(/\b[\da-f]{8,}\b/g, '*')
    run.findings.add({ kind, tester: run.tester, seed, index, text: same, detail: text })
  }
  return { run, stage, server, target, damage, backup, folder, row, fail }
}

const tryCase = async (made: Case): Promise<void> => {
  const { server, target, row } = made
  row.start = await startOrRefuse(made)
  const tokens =
    row.start === 'refused' && !target.env ? await repair(made) : new Map<string, string>()
  if (server.isRunning) {
    row.answers = await readAnswers(made, tokens)
    if (!target.env) await backUp(made)
  } else if (!target.env) made.fail('loss', 'the server does not start, also after a repair')
  checkFiles(made)
  await restore(made)
  row.words ||= 'nothing'
}

/** Repairs the registry, starts the server on it, and answers the new tokens of workspaces. */
const repair = async (made: Case): Promise<ReadonlyMap<string, string>> => {
  const { server, row, fail } = made
  const { code, stdout, stderr } = await runCommand(['repair', '--data', server.folder, '--json'])
  if (code !== 0 && code !== 3) fail('loss', `the repair ends with ${code}: ${stderr}`)
  row.start = `refused; ${await startOrRefuse(made)} after repair (${code})`
  const workspaces: { id: string; credentials: { accessToken: string } | null }[] =
    code === 0 || code === 3 ? JSON.parse(stdout).workspaces : []
  return new Map(
    workspaces.flatMap(({ id, credentials: made }) => (made ? [[id, made.accessToken]] : [])),
  )
}

/** Starts the server; a refused start must say why in one line. */
const startOrRefuse = async ({ server, target, row, fail }: Case): Promise<string> => {
  server.launch(target.env)
  const isSettled = () => server.url !== '' || !server.isRunning
  await until(isSettled)
  if (server.url !== '') {
    row.words ||= firstWarning(server)
    return 'starts'
  }
  const lines = server.output.trim().split('\n')
  if (!/^dam-sandbox: /.test(lines.at(-1) ?? '') || lines.some((line) => /^\s+at /.test(line)))
    fail('crash', `the start says: ${server.output.slice(-300)}`)
  row.words ||= lines.at(-1) ?? ''
  return 'refused'
}

const until = async (isDone: () => boolean): Promise<void> => {
  const end = performance.now() + 60_000
  while (!isDone() && performance.now() < end) await new Promise((done) => setTimeout(done, 10))
}

const WARNINGS =
  /(?:workspace \S+ is damaged|No (?:workspace|snapshot) uses|Moved \d+ files? that|the keys that were read|the credentials).*/

/** What the log of a server says about damage and unknown files. */
const firstWarning = (server: ServerProcess): string => WARNINGS.exec(server.output)?.[0] ?? ''

const readAnswers = async (made: Case, tokens: ReadonlyMap<string, string>): Promise<string> => {
  const { server, stage, row } = made
  const client = new Client(server)
  const states = new Map<Team, string>()
  for (const team of stage.teams)
    states.set(team, await stateOf(client, team, tokens.get(team.tenant.id)))
  const download = made.target.file.startsWith('file') ? await downloadOf(made, client) : ''
  client.close()
  row.words ||= firstWarning(server)
  const named = (isThis: (state: string) => boolean): string =>
    [...states].flatMap(([{ name }, state]) => (isThis(state) ? [name] : [])).join(', ')
  for (const [team, state] of states) {
    if (state === 'whole') continue
    row.words ||= state === 'other' ? LOST_LOG : state
    const isOwn = made.target.of.includes(team.name)
    if (!isOwn && !isAside(made, team, state)) made.fail('loss', `${team.name} is ${state}`)
  }
  const refused = named((state) => state.startsWith('refused'))
  const other = named((state) => state === 'other')
  const parts = [
    download,
    refused && `${refused} refused`,
    other && `${other} without its last changes`,
  ]
  return parts.filter((part) => part !== '').join('; ') || 'all'
}

const LOST_LOG = 'nothing: such a log looks like that of a killed server'

/** Downloads the damaged file, which must be refused unless it has its size. */
const downloadOf = async (made: Case, client: Client): Promise<string> => {
  const team = made.stage.teams.find(({ name }) => made.target.of.includes(name))
  const { status, body } = await client.raw(bare('GET', team?.download ?? ''))
  if (status === 200) {
    const isWhole = digestOf(body) === team?.files[0]
    if (made.damage !== 'random' && !isWhole) made.fail('loss', 'wrong bytes are downloaded')
    if (!isWhole) made.row.words ||= 'nothing: a download compares sizes only'
    return isWhole ? '' : 'other bytes of the same size'
  }
  made.row.words ||= String(Object(parseJson(body)).message)
  return `its download refused (${status})`
}

const stateOf = async (client: Client, team: Team, token: string | undefined): Promise<string> => {
  const { fixtures } = team.tenant
  const app = { ...fixtures.app, accessToken: token ?? fixtures.app.accessToken }
  try {
    const members = await readMembers(client, { fixtures: { ...fixtures, app } })
    return members.join() === team.members.join() ? 'whole' : 'other'
  } catch (error) {
    if (error instanceof RefusedError) return `refused: ${error.message}`
    throw error
  }
}

/** A registry that is older knows no later workspace and no later database: the file must be aside then. */
const isAside = ({ server, target }: Case, { databaseFile }: Team, state: string): boolean =>
  target.file.includes('registry') &&
  state.startsWith('refused') &&
  existsSync(join(server.folder, 'unknown', databaseFile))

const backUp = async (made: Case): Promise<void> => {
  const { server, backup, row, fail, target } = made
  const { code, stderr } = await runCommand(['backup', 'create', backup], server.url)
  row.backup = `ends with ${code}`
  if (code === 1) {
    const isOther = /another server|altered|cut|missing|neither empty/.test(stderr)
    if (!isOther)
      fail('loss', `backup create ends with 1: ${stderr}\n${server.output.slice(-1_500)}`)
  }
  if (code !== 0) row.words ||= firstLine(stderr)
  if (target.isOfBackup && code === 0) {
    const verified = await runCommand(['backup', 'verify', backup])
    if (verified.code !== 0) fail('loss', `create leaves the backup damaged: ${verified.stderr}`)
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

const restore = async (made: Case): Promise<void> => {
  const { server, stage, backup, folder, row, target, fail } = made
  await server.kill()
  // That of the damaged backup itself, not of the one that the server has just mended.
  if (target.isOfBackup) {
    rmSync(backup, { recursive: true, force: true })
    cpSync(stage.backup, backup, { recursive: true })
    apply(made.damage, target, randomFor(made.run.options.seed, 'again'))
  }
  const data = join(folder, 'restored')
  rmSync(data, { recursive: true, force: true })
  const plain = await runCommand(['backup', 'restore', backup, '--data', data])
  const isSkipping = plain.code !== 0
  const { code, stderr } = isSkipping
    ? await runCommand(['backup', 'restore', backup, '--data', data, '--skip-damaged'])
    : plain
  row.restore = isSkipping ? `refused; with --skip-damaged ${code}` : 'whole'
  if (isSkipping) row.words = firstLine(plain.stderr)
  if (isSkipping && !plain.stderr.startsWith('dam-sandbox: '))
    fail('crash', `the restore says: ${plain.stderr.slice(0, 300)}`)
  if (code === 3 && !stderr.includes('left out')) fail('loss', `the restore says: ${stderr}`)
  if (!target.isOfBackup && isSkipping) fail('loss', `the backup cannot be restored: ${stderr}`)
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : []

/** Every file that was acknowledged and was whole must still be there, in its place or aside. */
const checkFiles = ({ stage, server, target, fail }: Case): void => {
  const wanted = stage.teams.flatMap(({ files }) => files)
  const present = filesBelow(server.folder)
  const whole = new Set(
    present
      .filter((path) => wanted.some((digest) => path.endsWith(digest)))
      .map((path) => digestOf(readFileSync(path))),
  )
  const lost = wanted.filter((digest) => !whole.has(digest) && !target.path.endsWith(digest))
  if (lost.length > 0) fail('loss', `${lost.length} files are gone`)
  const names = [stage.image, ...stage.teams.map(({ databaseFile }) => databaseFile)]
  for (const name of names)
    if (!target.path.endsWith(name) && !present.some((path) => path.includes(`/${name}`)))
      fail('loss', `${name} is gone`)
}

const tableOf = (rows: readonly Row[]): string[] => {
  const heads = ['File', 'Damage', 'Start', 'Answers', 'Backup', 'Restore of the backup', 'Says']
  const shorten = (text: string) =>
    text
      .replaceAll(/(?:\/[\w.~-]+){2,}\/([\w.~-]+)/g, '…/$1')
      .replaceAll('|', '/')
      .slice(0, 150)
  const lines = rows.map((row) =>
    [
      row.file,
      row.damage,
      row.start,
      row.answers,
      row.backup,
      row.restore,
      shorten(row.words),
    ].join(' | '),
  )
  return [heads.join(' | '), heads.map(() => '---').join(' | '), ...lines].map(
    (line) => `| ${line} |`,
  )
}
