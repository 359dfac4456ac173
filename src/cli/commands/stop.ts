import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Connection } from '../../client/connection.ts'
import { UnreachableError } from '../../client/errors.ts'
import type { ServerInfo } from '../../client/generated/control.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { messageOf } from '../../kernel/text.ts'
import { announcedServers } from '../../start/announced.ts'
import type { CommandSpec } from '../command.ts'
import { readDuration } from '../readers.ts'
import { formatValue } from '../terminal.ts'
import { writeReports } from './exec-artifacts.ts'

const POLL_MS = 50
const MAX_STOP_MS = 60_000

export const stop: CommandSpec = {
  summary: 'Stop a server on this machine.',
  help: 'Stop the server at the URL and wait until it has ended. It must have been started on this machine with dam-sandbox start or npm start.',
  takes: {
    '--data <folder>': 'stop the server that uses this data folder, instead of the one at the URL',
  },
  examples: ['stop', 'stop --url http://127.0.0.1:5000', 'stop --data ./data'],
  async run({ connection, terminal }, _args, { data }: { data?: string }) {
    const found = announcedServers().find((one) =>
      data === undefined ? portOf(one.url) === portOf(connection.url) : one.data === resolve(data),
    )
    if (data !== undefined && !found) return terminal.fail(`no server uses the data folder ${data}`)
    const server =
      data === undefined ? connection : new Connection({ ...connection, url: found?.url ?? '' })
    const answering = await infoOf(server)
    if (!answering) return terminal.fail(`no server responds at ${server.serverUrl}`)
    // Another process may have reused the number of a process that has ended.
    const { pid, processTag } = answering
    if (pid !== found?.pid || processTag !== found.tag)
      return terminal.fail(
        `the server at ${server.serverUrl} was not started with dam-sandbox start or npm start on this machine; end its process ${pid} on the machine where it runs`,
      )
    if (found.artifacts !== null) await writeReports(found.artifacts, server)
    process.kill(pid)
    const endMs = performance.now() + MAX_STOP_MS
    while (announcedServers().some((one) => one.pid === pid)) {
      if (performance.now() > endMs)
        return terminal.fail(`process ${pid} still answers calls in flight`)
      await setTimeout(POLL_MS)
    }
    terminal.answer({ stopped: server.serverUrl, pid }, formatValue)
    return undefined
  },
}

const portOf = (url: string): string => new URL(url).port

const infoOf = async (server: Connection): Promise<ServerInfo | undefined> => {
  try {
    return await server.call<ServerInfo>('GET /')
  } catch (error) {
    if (error instanceof UnreachableError) return undefined
    throw error
  }
}

const USUAL_WAIT_MS = 30_000
/** Long enough to learn why there is no answer. */
const MIN_CALL_MS = 1_000

export const ready: CommandSpec = {
  help: 'Wait until the server accepts calls. The exit code is 1 on timeout.',
  takes: { '--timeout <duration>': ['maximum wait; default 30s', readDuration] },
  examples: ['ready', 'ready --timeout 2m --url http://127.0.0.1:5000'],
  async run({ connection, terminal }, _args, { timeout = USUAL_WAIT_MS }: { timeout?: number }) {
    const endMs = performance.now() + timeout
    for (;;) {
      const leftMs = Math.min(
        USUAL_WAIT_MS,
        Math.max(MIN_CALL_MS, Math.ceil(endMs - performance.now())),
      )
      const state = await stateOf(connection, AbortSignal.timeout(leftMs))
      if (typeof state !== 'string') {
        terminal.answer(state, formatValue)
        return undefined
      }
      if (performance.now() + POLL_MS > endMs)
        return terminal.fail(`not ready after ${timeout / 1_000} s: ${state}`)
      await setTimeout(POLL_MS)
    }
  },
}

/** The status of a ready server, or why it is not ready. */
const stateOf = async (connection: Connection, signal: AbortSignal): Promise<object | string> => {
  const { serverUrl } = connection
  try {
    const response = await connection.send(new URL(`${serverUrl}/readyz`), { signal })
    const state = Object(parsedJson(await connection.textOf(response)))
    if (response.ok && state.status === 'ready') return state
    return `${serverUrl}/readyz returns HTTP ${response.status} ${state.status ?? ''}`.trim()
  } catch (error) {
    return messageOf(error)
  }
}
