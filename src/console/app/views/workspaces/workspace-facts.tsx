import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail } from '#src/client/generated/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Panel, Shown } from '../../parts/panel.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** What the facts of a workspace are made of. */
interface FactsProps {
  readonly workspace: WorkspaceDetail
  readonly snapshots: readonly Snapshot[]
}

/** Sizes, counts, quota use and credentials of the workspace that is shown. */
export const WorkspaceFacts = ({ workspace, snapshots }: FactsProps) => {
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
