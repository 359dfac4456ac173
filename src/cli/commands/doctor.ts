import type { CheckedData, ServerInfo } from '../../client/generated/control.ts'
import { formatBytes } from '../../kernel/text.ts'
import type { CommandSpec, Context } from '../command.ts'
import { requireOneServer } from '../fleet-map.ts'
import { formatValue } from '../terminal.ts'

export const doctor: CommandSpec = {
  help: 'Show the version, paths, storage, limits and known damage of the server. With damage, the exit code is 3.',
  takes: { '--deep': 'read all databases and files of the server to find damage' },
  examples: ['doctor', 'doctor --deep'],
  async run(context, _args, { deep = false }: { deep?: boolean }) {
    const { connection, terminal } = context
    if (deep) {
      await requireOneServer(connection, 'check each node by its URL')
      return checkAll(context)
    }
    const info = await connection.call<ServerInfo>('GET /')
    terminal.answer(info, formatValue)
    const { workspaces, files } = info.damaged
    if (workspaces + files === 0) return undefined
    const why = `${workspaces} workspaces and ${files} files are damaged; run dam-sandbox doctor --deep to list them with what repairs them`
    return terminal.warnOfDamage(why, [])
  },
}

type Damage = CheckedData['damaged'][number] & Pick<CheckedData, 'workspace' | 'workspaceName'>

const describeDamage = ({ workspace, workspaceName, name, why, remedy }: Damage): string =>
  `${workspace === null ? 'server' : `workspace ${workspaceName} (${workspace})`}: ${name}: ${why}; ${remedy}`

/** Checks one workspace after the other, so that no call takes as long as the whole server. */
const checkAll = async ({ connection, terminal }: Context): Promise<number | undefined> => {
  const checked = { workspaces: 0, databases: 0, files: 0, bytes: 0 }
  const damage: Damage[] = []
  let after: string | null = ''
  while (after !== null) {
    const query = after === '' ? {} : { after }
    const found: CheckedData = await connection.call<CheckedData>('POST /check', { query })
    const { workspace, workspaceName } = found
    if (workspace !== null) checked.workspaces += 1
    checked.databases += found.databases
    checked.files += found.files
    checked.bytes += found.bytes
    damage.push(...found.damaged.map((part) => ({ workspace, workspaceName, ...part })))
    terminal.progress(`${checked.workspaces} workspaces, ${formatBytes(checked.bytes)} read`)
    after = found.next
  }
  terminal.progress('')
  terminal.answer({ ...checked, damaged: damage }, () => formatValue(checked))
  if (damage.length === 0) return undefined
  return terminal.warnOfDamage(`${damage.length} parts are damaged`, damage.map(describeDamage))
}
