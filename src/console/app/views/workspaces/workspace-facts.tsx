import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail } from '#src/client/generated/control.ts'
import { readFixtures } from '../../api/fixtures.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { words } from './workspaces-texts.ts'

interface FactsProps {
  readonly workspace: WorkspaceDetail
  readonly snapshots: readonly Snapshot[]
}

/** Sizes, counts, quota use and credentials of the workspace that is shown. */
export const WorkspaceFacts = ({ workspace, snapshots }: FactsProps) => {
  const text = words()
  const { name, seed, createdAtMs, counts } = workspace
  return (
    <section class="panel" aria-labelledby="workspace-facts">
      <h2 id="workspace-facts" class="workspaces-name">
        {text.detail(name)}
      </h2>
      <p class="muted">
        {text.seed}: {seed} · {text.created}: {formatTime(createdAtMs)}
      </p>
      <QuotaUse workspace={workspace} snapshots={snapshots} />
      <h3>{text.counts}</h3>
      <dl class="workspaces-counts">
        {Object.entries(counts).map(([table, count]) => (
          <div key={table}>
            <dt>{table.replaceAll('_', ' ')}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <Credentials workspace={workspace} />
    </section>
  )
}

const QuotaUse = ({ workspace, snapshots }: FactsProps) => {
  const text = words()
  const { sizeBytes, fileBytes, quota } = workspace
  const used = {
    databaseBytes: sizeBytes,
    fileBytes,
    snapshotBytes: snapshots.reduce((sum, snapshot) => sum + snapshot.sizeBytes, 0),
  }
  return (
    <dl class="workspaces-quota" aria-label={text.quota}>
      {(['databaseBytes', 'fileBytes', 'snapshotBytes'] as const).map((kind) => {
        const max = quota[kind]
        return (
          <div key={kind}>
            <dt>{text[kind]}</dt>
            <dd>
              {max === undefined
                ? text.unbounded(formatBytes(used[kind]))
                : text.quotaOf(formatBytes(used[kind]), formatBytes(max))}
              {max !== undefined && (
                <meter min={0} max={max} value={used[kind]} aria-label={text[kind]} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const Credentials = ({ workspace }: { readonly workspace: WorkspaceDetail }) => {
  const text = words()
  const isShown = useSignal(false)
  return (
    <>
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
      {isShown.value && <CredentialList baseUrl={workspace.baseUrl} />}
    </>
  )
}

const CredentialList = ({ baseUrl }: { readonly baseUrl: string }) => {
  const text = words()
  const fixtures = useLoaded(() => readFixtures(), [])
  return (
    <Shown loaded={fixtures}>
      {({ app, portalApp }) => {
        const values = {
          baseUrl,
          clientId: app?.clientId,
          clientKey: app?.clientKey,
          accessToken: app?.accessToken,
          appKey: portalApp?.appKey,
          appSecret: portalApp?.appSecret,
        }
        return (
          <>
            {!app && !portalApp && <Notice>{text.noCredentials}</Notice>}
            <dl class="workspaces-credentials" aria-label={text.credentials}>
              {(Object.keys(values) as (keyof typeof values)[]).map((key) => {
                const value = values[key]
                return typeof value === 'string' ? (
                  <div key={key}>
                    <dt>{text[key]}</dt>
                    <dd>
                      <code>{value}</code>
                      <CopyButton label={text.copy(text[key])} text={() => value} />
                    </dd>
                  </div>
                ) : null
              })}
            </dl>
          </>
        )
      }}
    </Shown>
  )
}
