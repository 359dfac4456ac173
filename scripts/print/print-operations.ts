import type { Operation } from '#src/contract/operation.ts'
import { code, table } from './markdown.ts'

/** The table of the operations in the README, each linked to the assumptions that its answers rest on. */
export const printOperations = (operations: readonly Operation[]): string =>
  table(
    ['No.', 'Operation', 'What it does', 'Path', 'Reply'],
    operations.map(({ id, summary, description, path, shape }) => [
      `[${id}](docs/assumptions.md#${id.toLowerCase()})`,
      summary,
      description,
      code(path),
      shape,
    ]),
  )
