import type { Connection } from './connection.ts'
import type { ServerInfo } from './generated/control.ts'

/** Version, paths, storage and bounds of a server. */
export const readServer = (server: Connection): Promise<ServerInfo> => server.json('GET', '/server')
