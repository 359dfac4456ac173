import type { Connection } from '../../client/connection.ts'
import type { ClockState, ServerInfo } from '../../client/generated/control.ts'
import { formatBytes } from '../../kernel/text.ts'
import { formatInstant } from '../../kernel/timestamps.ts'
import { packageVersion } from '../../start/shipped-folders.ts'
import { EXIT } from '../cli-errors.ts'
import type { CommandSpec } from '../command.ts'

/** Less free space than this is not enough for long. */
const MIN_FREE_BYTES = 64 * 1_048_576

/** One check and its outcome. */
interface Check {
  readonly what: string
  readonly isWell: boolean
  readonly says: string
}

/** `doctor`: checks of the server. */
export const doctor: CommandSpec = {
  summary: 'Check the server.',
  help:
    'Check that the server has the version of the command line, takes calls and the admin key, and has free space; show ' +
    'the clock of the workspace. The exit code is 1 when a check fails.',
  examples: ['doctor', 'doctor --url https://dam.staging.example.com --key "$KEY"'],
  async run({ connection, terminal }) {
    const checks = await checkServer(connection)
    terminal.answer(checks, () =>
      checks.map(({ what, isWell, says }) => `${isWell ? 'ok   ' : 'wrong'}  ${what}: ${says}`),
    )
    const wrong = checks.find(({ isWell }) => !isWell)
    return wrong ? terminal.fail(`${wrong.what}: ${wrong.says}`) : EXIT.ok
  },
}

const checkServer = async (connection: Connection): Promise<Check[]> => {
  const { url, serverUrl } = connection
  const answer = await connection.send(new URL(`${serverUrl}/readyz`), {})
  const [, status] = /^\{"status":"(\w+)"\}$/.exec(await connection.textOf(answer)) ?? []
  if (status === undefined)
    return [{ what: 'server', isWell: false, says: `${url} is not a dam-sandbox` }]
  const info = await connection.call<ServerInfo>('GET /server')
  const { now, mode } = await connection.call<ClockState>('GET /clock')
  return [
    checkVersion(url, info),
    { what: 'ready', isWell: status === 'ready', says: status },
    { what: 'clock', isWell: true, says: `${mode}, ${formatInstant(now)}` },
    checkStorage(info),
  ]
}

const checkVersion = (url: string, { version, profile }: ServerInfo): Check => {
  const own = packageVersion()
  const rest = version === own ? '' : `; the command line has version ${own}`
  const says = `${url} answers, version ${version}, profile ${profile}${rest}`
  return { what: 'server', isWell: version === own, says }
}

const checkStorage = ({ storage: { folder, freeBytes } }: ServerInfo): Check => {
  const place = folder === null ? 'in memory' : `in the folder ${folder} of the server`
  const free = freeBytes === null ? 'free space unknown' : `${formatBytes(freeBytes)} free`
  const isWell = freeBytes === null || freeBytes >= MIN_FREE_BYTES
  return { what: 'data', isWell, says: `${place}; ${free}` }
}
