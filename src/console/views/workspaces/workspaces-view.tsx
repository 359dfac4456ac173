import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail, WorkspaceSummary } from '#src/client/generated/control.ts'
import { control, hasWorkspaces, readWorkspaces } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { defaultWorkspace, linkIn, workspaceId } from '../../api/place.ts'
import { Action, Button, setTo } from '../../parts/action.tsx'
import { Facts, Page, Panel, Shown } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, JsonDetails } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { NamedStates, ResetPanel, SnapshotPanel, TransferPanel } from './change-panels.tsx'
import { CreateDialog } from './create-dialog.tsx'
import './workspaces.css'

/** The rows that are shown at once; a server can have thousands of workspaces. */
const PAGE = 100

export default function WorkspacesView() {
  const isCreating = useSignal(false)
  const all = useLoaded(readWorkspaces)
  const current = useLoaded(readCurrent)
  return (
    <Page
      title="Workspaces"
      lead="Isolated tenants, each with its own data and clock."
      actions={
        hasWorkspaces.value && (
          <Button class="primary" onClick={setTo(isCreating, true)}>
            {t('New workspace')}
          </Button>
        )
      }
    >
      <Shown loaded={all}>
        {(workspaces) => (
          <div class="workspaces-scroll">
            <Table
              isScrolled
              label={t('Workspaces')}
              search={{
                title: 'Search by name, id, seed or label',
                textOf: ({ id, name, seed, labels }) =>
                  [name, id, seed, ...labelsOf(labels)].join(' '),
              }}
              rows={workspaces.toSorted(byUse)}
              page={PAGE}
              keyOf={({ id }) => id}
              columns={columns()}
            />
          </div>
        )}
      </Shown>
      <Shown loaded={current}>
        {({ workspace, snapshots }) => (
          <div class="workspaces-panels">
            <WorkspaceFacts workspace={workspace} snapshots={snapshots} />
            <ResetPanel />
            <TransferPanel />
            <SnapshotPanel snapshots={snapshots} />
            <NamedStates />
          </div>
        )}
      </Shown>
      {isCreating.value && <CreateDialog onClose={setTo(isCreating, false)} />}
    </Page>
  )
}

const readCurrent = async (signal: AbortSignal) => {
  const path = `/workspaces/${encodeURIComponent(workspaceId.value)}`
  const [workspace, { snapshots }] = await Promise.all([
    control<WorkspaceDetail>('GET', path, { workspace: null, signal }),
    control<{ snapshots: Snapshot[] }>('GET', '/snapshots', { signal }),
  ])
  return { workspace, snapshots }
}

const byUse = (a: WorkspaceSummary, b: WorkspaceSummary): number =>
  Number(b.id === workspaceId.value) - Number(a.id === workspaceId.value) ||
  b.lastUsedAtMs - a.lastUsedAtMs

const CLOCK_TONES = { real: 'plain', offset: 'accent', frozen: 'warning' } as const

const labelsOf = (labels: WorkspaceSummary['labels']): string[] =>
  Object.entries(labels).map((label) => label.join('='))

const columns = (): Column<WorkspaceSummary>[] => [
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
    name: t('Labels'),
    class: 'workspaces-labels',
    of: ({ labels }) => labelsOf(labels).join(', '),
  },
  {
    name: t('Size'),
    class: 'number',
    of: ({ databaseBytes, fileBytes }) =>
      databaseBytes === null ? '–' : formatBytes(databaseBytes + (fileBytes ?? 0)),
    sort: ({ databaseBytes, fileBytes }) => (databaseBytes ?? 0) + (fileBytes ?? 0),
  },
  { name: t('Clock'), of: ({ clock }) => <Badge tone={CLOCK_TONES[clock]}>{t(clock)}</Badge> },
  {
    name: t('Last used'),
    of: ({ lastUsedAtMs }) => formatTime(lastUsedAtMs),
    sort: ({ lastUsedAtMs }) => lastUsedAtMs,
  },
  {
    name: t('Expires'),
    of: ({ expiresAtMs: at }) => (at === null ? t('does not expire') : formatTime(at)),
  },
  { name: null, of: (one) => <RowActions {...one} /> },
]

const RowActions = ({ id, name }: WorkspaceSummary) => {
  const isCurrent = id === workspaceId.value
  const remove = async (): Promise<void> => {
    await control('DELETE', `/workspaces/${id}`, { workspace: null })
    if (isCurrent) location.hash = linkIn(defaultWorkspace.value, 'workspaces')
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
      {!hasWorkspaces.value ? null : id === defaultWorkspace.value ? (
        <small class="muted">{t('cannot be deleted')}</small>
      ) : (
        <Action name="Delete" of={name} tone="danger" run={remove} asks />
      )}
    </span>
  )
}

interface FactsProps {
  readonly workspace: WorkspaceDetail
  readonly snapshots: readonly Snapshot[]
}

const WorkspaceFacts = ({ workspace, snapshots }: FactsProps) => {
  const { name, seed, createdAtMs, counts, baseUrl } = workspace
  return (
    <Panel title={t('Workspace {1}', name)} class="workspaces-facts">
      <p class="muted">
        {t('Seed')}: {seed} · {t('Created')}: {formatTime(createdAtMs)}
      </p>
      <QuotaUse workspace={workspace} snapshots={snapshots} />
      <h3>{t('Rows')}</h3>
      <Facts
        class="workspaces-counts"
        facts={Object.entries(counts).map(([table, count]) => [
          table.replaceAll('_', ' '),
          formatNumber(count),
        ])}
      />
      <Credentials baseUrl={baseUrl} />
    </Panel>
  )
}

const QuotaUse = ({ workspace: { sizeBytes, fileBytes, quota }, snapshots }: FactsProps) => {
  const snapshotBytes = snapshots.reduce((sum, snapshot) => sum + snapshot.sizeBytes, 0)
  const useOf = (used: number, max: number | undefined): string =>
    max === undefined
      ? t('{1}; no quota', formatBytes(used))
      : t('{1} of {2}', formatBytes(used), formatBytes(max))
  return (
    <Facts
      class="workspaces-quota"
      label={t('Quota')}
      facts={[
        [t('Database'), useOf(sizeBytes, quota.databaseBytes)],
        [t('Files'), useOf(fileBytes, quota.fileBytes)],
        [t('Snapshots'), useOf(snapshotBytes, quota.snapshotBytes)],
      ]}
    />
  )
}

const Credentials = ({ baseUrl }: { baseUrl: string }) => {
  const { data = {} } = useLoaded(() => readFixtures())
  const { app, portalApp } = data
  return <JsonDetails value={{ baseUrl, ...app, ...portalApp }} label={t('Credentials')} />
}
