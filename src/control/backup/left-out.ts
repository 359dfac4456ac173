import { namedFiles } from '../../domain/files/kept-files.ts'
import { type Backup, contentsOf } from './backup-folder.ts'
import { describeOwner, readDatabase, readOwners } from './named-parts.ts'

/** What a restore leaves out, a line each, with the workspaces that it is of. */
export const describeLeftOut = (
  folder: string,
  { registry, databases }: Backup,
  leftOut: ReadonlyMap<string, string>,
): string[] => {
  if (leftOut.size === 0) return []
  const { paths } = contentsOf(folder)
  const owners = leftOut.has(registry.sha256)
    ? new Map()
    : readOwners(paths.pathOf(registry.sha256))
  const users = new Map<string, string[]>()
  for (const { name, sha256 } of databases) {
    const named = leftOut.has(sha256) ? [] : readDatabase(paths.pathOf(sha256), namedFiles)
    for (const digest of [sha256, ...named])
      users.set(digest, [...(users.get(digest) ?? []), describeOwner(owners.get(name))])
  }
  return [...leftOut].map(([digest, problem]) => {
    const of = users.get(digest)
    return of ? `${of.join(', ')}: ${problem}` : problem
  })
}
