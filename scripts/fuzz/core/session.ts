import { Connection, type Outcome } from './connection.ts'
import type { FindingKind, Findings } from './findings.ts'
import { judge } from './judge.ts'
import { LagWatch } from './lag-watch.ts'
import type { Options, TesterName } from './options.ts'
import type { FuzzRequest } from './request.ts'
import { type Ending, type Environment, ServerProcess } from './server-process.ts'

export interface Run {
  readonly tester: TesterName
  readonly options: Options
  readonly findings: Findings
  readonly program: string
  /** The end of the tester's time, by `performance.now()`. */
  readonly deadlineMs: number
  progress(text: string): void
}

export interface TesterResult {
  readonly requests: number
  readonly lines: readonly string[]
}

export type Tester = (run: Run) => Promise<TesterResult>

export const isOver = (run: Run): boolean => performance.now() >= run.deadlineMs

/** Gives each part of a tester a time of its own, in which it runs also where those before it were late. */
export const timesOf = (run: Run): ((part: number) => Run) => {
  const ms = run.deadlineMs - performance.now()
  return (part) => ({ ...run, deadlineMs: performance.now() + ms * part })
}

/** How many requests a tester sends. */
export const limitOf = ({ options }: Run, usual: number, short = usual): number =>
  options.requests ?? (options.short ? short : usual)

export interface Seen {
  readonly kind: FindingKind
  readonly text: string
  /** The request or round to replay from; without it, the lowest that may be under way. */
  readonly index?: number
  readonly recent?: readonly (readonly FuzzRequest[])[]
  readonly detail?: string
}

export interface Plan {
  /** How many requests are sent at most. */
  readonly limit: number
  readonly env?: Environment
  /** Keeps the data in memory. */
  readonly inMemory?: boolean
}

interface Progress {
  next: number
  underWay: number
  sent: number
}

/** After so many ends of the server there is enough to do. */
const MAX_STARTS = 20
const GRACE_MS = 3_000

/** Starts a server and lets a tester use it, again when the server has ended before that. */
export const attack = async (
  run: Run,
  plan: Plan,
  use: (session: Session) => Promise<readonly string[]>,
): Promise<TesterResult> => {
  const progress = { next: run.options.from, underWay: 1, sent: 0 }
  const startedAt = performance.now()
  const lines: string[] = []
  for (let starts = 0, isDone = false; starts < MAX_STARTS && !isDone; starts += 1) {
    const session = await Session.start(run, plan, progress)
    try {
      lines.push(...(await use(session)))
    } catch (error) {
      if (session.server.isRunning) throw error
    } finally {
      isDone = session.server.isRunning || isOver(run)
      lines.push(await session.watch.close())
      await session.close()
    }
  }
  const rate = (1_000 * progress.sent) / (performance.now() - startedAt)
  const first = `${progress.sent} requests, ${Math.round(rate)} per second`
  return { requests: progress.sent, lines: [first, ...lines] }
}

export class Session {
  readonly run: Run
  readonly server: ServerProcess
  readonly watch: LagWatch
  readonly #plan: Plan
  readonly #progress: Progress
  readonly #connections: Connection[] = []

  private constructor(run: Run, server: ServerProcess, plan: Plan, progress: Progress) {
    this.run = run
    this.server = server
    this.#plan = plan
    this.#progress = progress
    this.watch = new LagWatch(run.program, server, (seen) => this.report(seen))
    server.onCrash = (ending) => this.report(crashOf(ending, this.#connections, this.watch.label))
  }

  static async start(run: Run, plan: Plan, progress: Progress): Promise<Session> {
    const { env = {}, inMemory = false } = plan
    const server = new ServerProcess({ command: run.options.server, env, hasFolder: !inMemory })
    await server.start()
    return new Session(run, server, plan, progress)
  }

  goesOn(limit = this.#plan.limit): boolean {
    return !isOver(this.run) && this.#progress.sent < limit && this.server.isRunning
  }

  get sent(): number {
    return this.#progress.sent
  }

  /** The index of the next request or round; indexes are so far apart as `step`. */
  nextIndex(step = 1): number {
    const progress = this.#progress
    progress.next += step
    return progress.next - step
  }

  connect(address = this.server.address): Connection {
    const connection = new Connection(address)
    this.#connections.push(connection)
    return connection
  }

  count(requests: number): void {
    this.#progress.sent += requests
    this.run.progress(`${this.#progress.sent} requests`)
  }

  /** Lets lanes take one index after the other, each with a connection of its own. */
  async work(
    lanes: number,
    step: number,
    task: (index: number, connection: Connection) => Promise<void>,
    limit = this.#plan.limit,
  ): Promise<void> {
    const progress = this.#progress
    progress.underWay = lanes * step
    progress.next -= progress.next % step
    const lane = async (): Promise<void> => {
      const connection = this.connect()
      while (this.goesOn(limit)) {
        await task(this.nextIndex(step), connection)
      }
      connection.close()
    }
    // Longer delays than a timer can have mean never.
    const left = Math.min(this.run.deadlineMs - performance.now() + GRACE_MS, 2 ** 31 - 1)
    const timer = setTimeout(() => this.#closeConnections(), left)
    await Promise.all(Array.from({ length: lanes }, lane))
    clearTimeout(timer)
  }

  async send(
    connection: Connection,
    request: FuzzRequest,
    index: number,
    note = '',
  ): Promise<Outcome> {
    const startedAt = performance.now()
    const outcome = await connection.send(request)
    this.watch.note(request, startedAt)
    this.count(1)
    const wrong = judge(request, outcome)
    if (wrong) this.report({ ...wrong, index, recent: [connection.recent], detail: note })
    return outcome
  }

  /** Adds a finding, with the last errors in the log of the server. */
  report({ index, detail = '', ...seen }: Seen): void {
    const { tester, options, findings } = this.run
    const { next, underWay } = this.#progress
    findings.add({
      ...seen,
      tester,
      seed: options.seed,
      index: index ?? Math.max(options.from, next - underWay),
      detail: `${detail}\n${lastErrors(this.server.output)}`,
    })
  }

  async close(): Promise<void> {
    this.#closeConnections()
    await this.server.dispose()
  }

  #closeConnections(): void {
    for (const connection of this.#connections) connection.close()
  }
}

/** The end of a server that nothing asked for, with the last requests of its connections. */
export const crashOf = (
  { code, signal, output }: Ending,
  connections: readonly Connection[],
  label: string,
): Seen => {
  const [cause = 'no cause on stderr'] = /^.*(?:Error|FATAL ERROR|rejection).*$/m.exec(output) ?? []
  return {
    kind: 'crash',
    text: `the server ended with ${signal ?? `code ${code}`}: ${cause.slice(0, 200)}`,
    recent: connections.map(({ recent }) => [...recent]),
    detail: `${output}\n${label}`,
  }
}

/** The last errors in a log, with their stacks, as evidence; a line about a call names no level. */
const lastErrors = (output: string): string =>
  (output.match(/^\d\d:\d\d:\d\d\.\d{3} {2}(?:error|fatal) {2}.*(?:\n {4}.*)*/gm) ?? [])
    .slice(-2)
    .map((error) => error.slice(0, 700).replaceAll('\n', ' '))
    .join('\n')
