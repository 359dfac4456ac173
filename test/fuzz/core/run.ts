import type { Connection } from './connection.ts'
import type { Findings } from './findings.ts'
import type { Options, TesterName } from './options.ts'
import { ServerProcess } from './server-process.ts'

/** What a tester is given. */
export interface Run {
  readonly tester: TesterName
  readonly options: Options
  readonly findings: Findings
  /** The bundle that runs now, for threads. */
  readonly program: string
  /** The end of the tester's time, by `performance.now()`. */
  readonly deadlineMs: number
  /** Shows how far a tester is, on a terminal. */
  progress(text: string): void
}

/** What a tester did. */
export interface TesterResult {
  readonly requests: number
  readonly lines: readonly string[]
}

/** One tester. */
export type Tester = (run: Run) => Promise<TesterResult>

/** Whether a tester's time is over. */
export const isOver = (run: Run): boolean => performance.now() >= run.deadlineMs

/** Time for answers that are on their way at the end. */
const GRACE_MS = 3_000

/** Closes connections when a tester's time is over and some still wait; answers how to call that off. */
export const closeAtEnd = (run: Run, connections: readonly Connection[]): (() => void) => {
  const timer = setTimeout(
    () => {
      for (const connection of connections) connection.close()
    },
    // Longer delays than a timer can have mean never.
    Math.min(run.deadlineMs - performance.now() + GRACE_MS, 2 ** 31 - 1),
  )
  return () => clearTimeout(timer)
}

/** How a server of a tester differs from the usual one. */
export interface WatchedOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly hasFolder?: boolean
  /** The connections whose last requests a report of a crash names. */
  readonly connections?: () => readonly Connection[]
  /** The request or round that runs now. */
  readonly index?: () => number
}

/** A server whose unexpected end is a finding; it starts again by `restart`. */
export const startWatched = async (run: Run, watched: WatchedOptions): Promise<ServerProcess> => {
  const server = watch(run, watched)
  await server.start()
  return server
}

/** The same, not started yet. */
export const watch = (
  { findings, options, tester }: Pick<Run, 'findings' | 'options' | 'tester'>,
  { env = {}, hasFolder = false, connections = () => [], index = () => 0 }: WatchedOptions,
): ServerProcess => {
  const server = new ServerProcess({ command: options.server, env, hasFolder })
  server.onCrash = ({ code, signal, output }) =>
    findings.add({
      kind: 'crash',
      tester,
      seed: options.seed,
      index: index(),
      text: `the server ended with ${signal ?? `code ${code}`}: ${causeOf(output)}`,
      recent: connections().map((connection) => [...connection.recent]),
      detail: output,
    })
  return server
}

/** The last errors in the log of a server, with their stacks, as evidence; a line about a call names no level. */
export const lastErrors = ({ output }: Pick<ServerProcess, 'output'>): string =>
  (output.match(/^\d\d:\d\d:\d\d\.\d{3} {2}(?:error|fatal) {2}.*(?:\n {4}.*)*/gm) ?? [])
    .slice(-2)
    .map((error) => error.slice(0, 700).replaceAll('\n', ' '))
    .join('\n')

const causeOf = (output: string): string =>
  /^.*(?:Error|FATAL ERROR|rejection).*$/m.exec(output)?.[0].slice(0, 200) ?? 'no cause on stderr'
