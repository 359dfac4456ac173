import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceChanges, WorkspaceDetail } from '../client/generated/control.ts'
import type { WorkspaceHandle } from '../client/server-client.ts'

/** Puts back what a reset keeps and a test may have changed; a workspace starts without snapshots. */
export const putBack = async (
  workspace: WorkspaceHandle,
  { variants, variation, ...start }: WorkspaceDetail,
): Promise<void> => {
  const now = await workspace.show()
  if (!isDeepStrictEqual(now.variants, variants)) await workspace.variants.reset()
  if (!isDeepStrictEqual(now.variation, variation))
    await (variation
      ? workspace.variation.set(variation.seed, variation.kinds)
      : workspace.variation.off())
  for (const { name } of await workspace.snapshots.list()) await workspace.snapshots.delete(name)
  const changes: WorkspaceChanges = {
    ...(now.name !== start.name && { name: start.name }),
    ...(now.expiresAtMs !== start.expiresAtMs && { ttlMs: lifetimeOf(start) }),
    ...(!isDeepStrictEqual(now.labels, start.labels) && {
      labels: changesTo(start.labels, now.labels),
    }),
    ...(!isDeepStrictEqual(now.quota, start.quota) && { quota: changesTo(start.quota, now.quota) }),
  }
  if (Object.keys(changes).length > 0) await workspace.update(changes)
}

/** All of it, from now on. */
const lifetimeOf = ({
  expiresAtMs,
  createdAtMs,
}: Pick<WorkspaceDetail, 'createdAtMs' | 'expiresAtMs'>): number | null =>
  expiresAtMs === null ? null : expiresAtMs - createdAtMs

/** A merge patch: null removes what was not there. */
const changesTo = <T extends object>(start: T, now: T): T & Record<string, null> => ({
  ...Object.fromEntries(Object.keys(now).map((name) => [name, null])),
  ...start,
})
