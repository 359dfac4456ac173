import type { Connection } from './connection.ts'
import type { Fault } from './generated/control.ts'
import type { FaultControl } from './handle-types.ts'

/** The fault rules of one workspace, as methods. */
export const faultControl = (connection: Connection): FaultControl => {
  const list = async (query: Record<string, string> = {}): Promise<Fault[]> => {
    const { faults } = await connection.json<{ faults: Fault[] }>('GET', '/faults', { query })
    return faults
  }
  return {
    list: () => list(),
    add: (rule) => connection.json('POST', '/faults', { json: rule }),
    unused: () => list({ unused: 'true' }),
    remove: (id) => connection.json('DELETE', `/faults/${encodeURIComponent(id)}`),
    clear: () => connection.json('DELETE', '/faults'),
  }
}
