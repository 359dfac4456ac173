import type { Connection } from '../client/connection.ts'
import { readCoverage } from '../client/coverage-control.ts'

/** A sentence when a command has called no operation and no supporting route of its server. */
export const describeNoCall = async (
  connection: Connection,
  command: 'exec' | 'matrix',
  judge?: string,
): Promise<string[]> => {
  const { operations, supportingRoutes } = await readCoverage(connection)
  if ([...operations, ...supportingRoutes].some(({ calls }) => calls > 0)) return []
  const consequence = judge === undefined ? '' : `, so ${judge} judged nothing`
  return [
    `The command called no operation of the server of ${command} at ${connection.url}${consequence}; calls of another server, such as one of startSandbox(), are not seen: let the suite use SANDBOX_URL`,
  ]
}
