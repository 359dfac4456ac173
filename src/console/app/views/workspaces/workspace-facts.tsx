import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail } from '#src/client/generated/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Panel, Shown } from '../../parts/panel.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'

/** What the facts of a workspace are made of. */
interface FactsProps {
  readonly workspace: WorkspaceDetail
  readonly snapshots: readonly Snapshot[]
}

/** Sizes, counts, quota use and credentials of the workspace that is shown. */
export const WorkspaceFacts = ({ workspace, snapshots }: FactsProps) => {
  const text = words('workspaces')
  const { name, seed, createdAtMs, counts, baseUrl } = workspace
  const isShown = useSignal(false)
  return (
    <Panel title={text.detail(name)} class="workspaces-facts">
      <p class="muted">
        {text.seed}: {seed} · {text.created}: {formatTime(createdAtMs)}
      </p>
      <QuotaUse workspace={workspace} snapshots={snapshots} />
      <h3>{text.counts}</h3>
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
          {isShown.value ? text.hideCredentials : text.showCredentials}
        </button>
      </div>
      {isShown.value && <Credentials baseUrl={baseUrl} />}
    </Panel>
  )
}

const QuotaUse = ({ workspace: { sizeBytes, fileBytes, quota }, snapshots }: FactsProps) => {
  const text = words('workspaces')
  const snapshotBytes = snapshots.reduce((sum, snapshot) => sum + snapshot.sizeBytes, 0)
  const uses = [
    ['databaseBytes', sizeBytes],
    ['fileBytes', fileBytes],
    ['snapshotBytes', snapshotBytes],
  ] as const
  return (
    <Facts
      class="workspaces-quota"
      label={text.quota}
      facts={uses.map(([kind, used]) => {
        const max = quota[kind]
        if (max === undefined) return [text[kind], text.unbounded(formatBytes(used))] as const
        return [
          text[kind],
          <>
            {text.quotaOf(formatBytes(used), formatBytes(max))}
            <meter min={0} max={max} value={used} aria-label={text[kind]} />
          </>,
        ] as const
      })}
    />
  )
}

const Credentials = ({ baseUrl }: { baseUrl: string }) => {
  const text = words('workspaces')
  const fixtures = useLoaded(() => readFixtures())
  return (
    <Shown loaded={fixtures}>
      {({ app, portalApp }) => {
        const values = [
          [text.baseUrl, baseUrl],
          [text.clientId, app?.clientId],
          [text.clientKey, app?.clientKey],
          [text.accessToken, app?.accessToken],
          [text.appKey, portalApp?.appKey],
          [text.appSecret, portalApp?.appSecret],
        ] as const
        return (
          <>
            {!app && !portalApp && <Notice>{text.noCredentials}</Notice>}
            <Facts
              class="workspaces-credentials"
              label={text.credentials}
              facts={values.map(
                ([name, value]) =>
                  typeof value === 'string' &&
                  ([
                    name,
                    <>
                      <code>{value}</code>
                      <CopyButton label={text.copy(name)} text={() => value} />
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
