import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail, WorkspaceSummary } from '#src/client/generated/control.ts'
import { control, readWorkspaces } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { DEFAULT_WORKSPACE, linkIn, workspaceId } from '../../api/place.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts, Notice, Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { NamedStates, ResetPanel, SnapshotPanel, TransferPanel } from './change-panels.tsx'
import { CreateDialog } from './create-dialog.tsx'
import './workspaces.css'

/** The view Workspaces: all of the server, and what can be done with the one that is shown. */
export default function WorkspacesView() {
  const isCreating = useSignal(false)
  const all = useLoaded(readWorkspaces)
  const current = useLoaded(readCurrent)
  const create = (isOpen: boolean) => () => {
    isCreating.value = isOpen
  }
  return (
    <Page
      title="Workspaces"
      lead="Isolated tenants with data and clock of their own."
      actions={
        <button type="button" class="primary" onClick={create(true)}>
          {t('New workspace')}
        </button>
      }
    >
      <Shown loaded={all}>{(workspaces) => <WorkspaceTable workspaces={workspaces} />}</Shown>
      <Shown loaded={current}>
        {({ workspace, snapshots }) => (
          <div class="workspaces-panels">
            <WorkspaceFacts workspace={workspace} snapshots={snapshots} />
            <ResetPanel />
            <TransferPanel workspace={workspace} />
            <SnapshotPanel snapshots={snapshots} />
            <NamedStates />
          </div>
        )}
      </Shown>
      {isCreating.value && <CreateDialog onClose={create(false)} />}
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

/** The rows that are shown at once; a server can have thousands of workspaces. */
const PAGE = 100

const CLOCK_TONES = { real: 'plain', offset: 'accent', frozen: 'warning' } as const

/** All workspaces of the server, the one that is shown first, then the last used. */
const WorkspaceTable = ({ workspaces }: { workspaces: readonly WorkspaceSummary[] }) => {
  const filter = useSignal({ wanted: '' })
  const wanted = filter.value.wanted.trim().toLowerCase()
  const found = workspaces
    .filter(({ id, name, seed }) =>
      [id, name, seed].some((value) => value.toLowerCase().includes(wanted)),
    )
    .sort(byUse)
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
      {found.length === 0 && <Notice>{t('No workspace matches.')}</Notice>}
      <div class="workspaces-scroll">
        <Table
          isScrolled
          label={t('Workspaces')}
          rows={found}
          page={PAGE}
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
    </>
  )
}

const byUse = (a: WorkspaceSummary, b: WorkspaceSummary): number =>
  Number(b.id === workspaceId.value) - Number(a.id === workspaceId.value) ||
  b.lastUsedAtMs - a.lastUsedAtMs

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
          confirm={t('Delete {1} with all its data and files?', name)}
          done={t('{1} was deleted.', name)}
        >
          {t('Delete')}
        </Action>
      )}
    </span>
  )
}

/** What the facts of a workspace are made of. */
interface FactsProps {
  readonly workspace: WorkspaceDetail
  readonly snapshots: readonly Snapshot[]
}

/** Sizes, counts, quota use and credentials of the workspace that is shown. */
const WorkspaceFacts = ({ workspace, snapshots }: FactsProps) => {
  const { name, seed, createdAtMs, counts, baseUrl } = workspace
  const isShown = useSignal(false)
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
      <div class="row">
        <button
          type="button"
          aria-expanded={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value
          }}
        >
          {isShown.value ? t('Hide credentials') : t('Show credentials')}
        </button>
      </div>
      {isShown.value && <Credentials baseUrl={baseUrl} />}
    </Panel>
  )
}

const QuotaUse = ({ workspace: { sizeBytes, fileBytes, quota }, snapshots }: FactsProps) => {
  const snapshotBytes = snapshots.reduce((sum, snapshot) => sum + snapshot.sizeBytes, 0)
  const uses = [
    ['databaseBytes', 'Database', sizeBytes],
    ['fileBytes', 'Files', fileBytes],
    ['snapshotBytes', 'Snapshots', snapshotBytes],
  ] as const
  return (
    <Facts
      class="workspaces-quota"
      label={t('Quota')}
      facts={uses.map(([kind, name, used]) => {
        const max = quota[kind]
        if (max === undefined) return [t(name), t('{1}; no quota', formatBytes(used))] as const
        return [
          t(name),
          <>
            {t('{1} of {2}', formatBytes(used), formatBytes(max))}
            <meter min={0} max={max} value={used} aria-label={t(name)} />
          </>,
        ] as const
      })}
    />
  )
}

const Credentials = ({ baseUrl }: { baseUrl: string }) => {
  const fixtures = useLoaded(() => readFixtures())
  return (
    <Shown loaded={fixtures}>
      {({ app, portalApp }) => {
        const values = [
          [t('base URL'), baseUrl],
          [t('client id'), app?.clientId],
          [t('client key'), app?.clientKey],
          [t('access token'), app?.accessToken],
          [t('X-App-Key'), portalApp?.appKey],
          [t('secret of S-Sign'), portalApp?.appSecret],
        ] as const
        return (
          <>
            {!app && !portalApp && (
              <Notice>{t('The fixtures of this workspace have no credentials.')}</Notice>
            )}
            <Facts
              class="workspaces-credentials"
              label={t('Credentials')}
              facts={values.map(
                ([name, value]) =>
                  typeof value === 'string' &&
                  ([
                    name,
                    <>
                      <code>{value}</code>
                      <CopyButton label={t('Copy {1}', name)} text={() => value} />
                    </>,
                  ] as const),
              )}
            />
          </>
        )
      }}
    </Shown>
  )
}
