import { useSignal } from '@preact/signals'
import type { WorkspaceDetail, WorkspaceSummary } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { DEFAULT_WORKSPACE, linkIn, workspaceId } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** The rows that are shown at once; a server can have thousands of workspaces. */
const MAX_ROWS = 100

const CLOCK_TONES = { real: 'plain', offset: 'accent', frozen: 'warning' } as const

/** All workspaces of the server, the one that is shown first, then the last used. */
export const WorkspaceTable = ({ workspaces }: { workspaces: readonly WorkspaceSummary[] }) => {
  const filter = useSignal({ wanted: '' })
  const wanted = filter.value.wanted.trim().toLowerCase()
  const found = workspaces
    .filter(({ id, name, seed }) =>
      [id, name, seed].some((value) => value.toLowerCase().includes(wanted)),
    )
    .sort(byUse)
  const rows = found.slice(0, MAX_ROWS)
  const sizes = useSizes(rows)
  const sized = ({ id, isAwake }: WorkspaceSummary, kind: 'sizeBytes' | 'fileBytes') => {
    const bytes = sizes?.get(id)?.[kind]
    if (bytes !== undefined) return formatBytes(bytes)
    return <span class="muted">{isAwake ? '…' : t('closed')}</span>
  }
  const sizeOf = ({ id }: WorkspaceSummary): number => sizes?.get(id)?.sizeBytes ?? -1
  return (
    <>
      <search class="workspaces-search">
        <Form
          value={filter}
          fields={{
            wanted: { type: 'string', format: 'search', title: t('Search by name, id or seed') },
          }}
        />
      </search>
      {rows.length === 0 && <Notice>{t('No workspace matches.')}</Notice>}
      <div class="workspaces-scroll">
        <Table
          isScrolled
          label={t('Workspaces')}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t('Name'),
              isHead: true,
              class: 'workspaces-name',
              of: ({ name }) => name,
              sort: ({ name }) => name,
            },
            { name: t('Id'), of: ({ id }) => <code>{id}</code> },
            { name: t('Seed'), class: 'workspaces-seed', of: ({ seed }) => seed },
            {
              name: t('Clock'),
              of: ({ clock }) => <Badge tone={CLOCK_TONES[clock]}>{t(clock)}</Badge>,
            },
            {
              name: t('Database'),
              class: 'number',
              of: (one) => sized(one, 'sizeBytes'),
              sort: sizeOf,
            },
            { name: t('Files'), class: 'number', of: (one) => sized(one, 'fileBytes') },
            {
              name: t('Last used'),
              of: ({ lastUsedAtMs }) => formatTime(lastUsedAtMs),
              sort: ({ lastUsedAtMs }) => lastUsedAtMs,
            },
            {
              name: t('Expires'),
              of: ({ expiresAtMs }) =>
                expiresAtMs === null ? t('does not expire') : formatTime(expiresAtMs),
            },
            { name: null, of: (one) => <RowActions id={one.id} name={one.name} /> },
          ]}
        />
      </div>
      {found.length > rows.length && (
        <p class="muted">{t('{1} more; search to find them.', found.length - rows.length)}</p>
      )}
    </>
  )
}

const byUse = (a: WorkspaceSummary, b: WorkspaceSummary): number =>
  Number(b.id === workspaceId.value) - Number(a.id === workspaceId.value) ||
  b.lastUsedAtMs - a.lastUsedAtMs

/** Sizes of workspaces by their ids. To read those of a closed database would open it. */
const useSizes = (rows: readonly WorkspaceSummary[]) => {
  const ids = rows.filter(({ isAwake }) => isAwake).map(({ id }) => id)
  const sorted = ids.sort()
  const readOne = (id: string, signal: AbortSignal) =>
    control<WorkspaceDetail>('GET', `/workspaces/${id}`, { workspace: null, signal })
  const { data } = useLoaded(
    async (signal) => {
      const details = await Promise.allSettled(sorted.map((id) => readOne(id, signal)))
      // One that has just been deleted or has expired has no sizes any more.
      const known = details.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      return new Map(known.map((one) => [one.id, one]))
    },
    [sorted],
    { isLive: false },
  )
  return data
}

const RowActions = ({ id, name }: { id: string; name: string }) => {
  const isCurrent = id === workspaceId.value
  const remove = async (): Promise<void> => {
    await control('DELETE', `/workspaces/${id}`, { workspace: null })
    if (isCurrent) location.hash = linkIn(DEFAULT_WORKSPACE, 'workspaces')
  }
  return (
    <span class="row workspaces-actions">
      {isCurrent ? (
        <Badge tone="good">{t('current')}</Badge>
      ) : (
        <a class="button" href={linkIn(id, 'workspaces')} aria-label={t('Switch to {1}', name)}>
          {t('Switch')}
        </a>
      )}
      {id === DEFAULT_WORKSPACE ? (
        <small class="muted">{t('cannot be deleted')}</small>
      ) : (
        <Action
          tone="danger"
          label={t('Delete {1}', name)}
          run={remove}
          confirm={t('Delete the workspace {1} with all its data and files?', name)}
          done={t('{1} was deleted.', name)}
        >
          {t('Delete')}
        </Action>
      )}
    </span>
  )
}
