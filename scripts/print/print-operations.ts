import type { Operation } from '#src/contract/operation.ts'
import { code, table } from './markdown.ts'

/** Where the endpoint files lie, as links from the root of the project need it. */
const FOLDER = 'src/endpoints'

/** The table of the operations; `endpointFiles` are the names of the files in `src/endpoints`. */
export const printOperations = (
  operations: readonly Operation[],
  endpointFiles: readonly string[],
): string =>
  table(
    ['Number', 'Operation', 'Path', 'Reply', 'Surface'],
    operations.map(({ id, summary, path, shape, surface }) => [
      `[${id}](${FOLDER}/${fileOf(id, endpointFiles)})`,
      summary,
      code(path),
      shape,
      surface,
    ]),
  )

const fileOf = (id: string, endpointFiles: readonly string[]): string => {
  const prefix = `e${id.slice(1).padStart(2, '0')}-`
  const file = endpointFiles.find((name) => name.startsWith(prefix))
  if (!file) throw new Error(`no endpoint file begins with ${prefix}`)
  return file
}
