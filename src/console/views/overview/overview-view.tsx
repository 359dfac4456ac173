import { formatCurl } from '#src/client/curl.ts'
import type {
  Fixtures,
  JournalPage,
  ServerInfo,
  WorkspaceSummary,
} from '#src/client/generated/control.ts'
import { operationRequest } from '#src/client/operation-request.ts'
import { adminKey, connectionIn, control, isAdmin, readWorkspaces } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { BASE, linkIn, linkTo, workspaceId } from '../../api/place.ts'
import { CopyButton } from '../../parts/action.tsx'
import { Facts, Notice, Page, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { ChangeLink, describeTarget, Outcome } from '../../parts/text.tsx'
import { formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import './overview.css'

const ROWS = 8

export default function OverviewView() {
  return (
    <Page title="Overview" lead="How to call this workspace, and its latest calls.">
      <Shown loaded={useLoaded(readOverview)}>
        {({ fixtures, curl, workspaces, calls }) => (
          <div class="overview">
            <Credentials {...fixtures} />
            <FirstCall curl={curl} />
            <Calls calls={calls} />
            <Workspaces workspaces={workspaces} />
            <Documents />
          </div>
        )}
      </Shown>
    </Page>
  )
}

/** Credentials are read only where everybody who reaches the server may have them. */
const readOverview = async (signal: AbortSignal) => {
  const [{ profile }, workspaces, { entries }] = await Promise.all([
    isAdmin.value
      ? control<ServerInfo>('GET', '/', { workspace: null, signal })
      : { profile: 'staging' },
    readWorkspaces(signal),
    control<JournalPage>('GET', '/journal', { query: { last: ROWS }, signal }),
  ])
  const isOpen = profile !== 'staging' && adminKey.value === undefined
  const fixtures = isOpen ? await readFixtures() : undefined
  const { app, users } = fixtures ?? {}
  const caller = { accessToken: app?.accessToken ?? '<ACCESS_TOKEN>', portalApp: undefined }
  const as = users?.owner?.email
  const own = connectionIn(workspaceId.value)
  const { url, headers, body } = await operationRequest(own, caller, 'E17', {}, as ? { as } : {})
  const curl = formatCurl({ method: 'POST', url: url.href, headers, body: { text: body } })
  return { fixtures, curl, workspaces, calls: entries.toReversed() }
}

const Credentials = ({ app, portalApp, storage }: Partial<Fixtures>) => {
  const { url } = connectionIn(workspaceId.value)
  const values = Object.entries({
    baseUrl: url,
    ...(storage && { storageUrl: storage.url }),
    ...app,
    ...portalApp,
  })
  return (
    <Panel title={t('Credentials')}>
      <Facts
        facts={values.map(([name, value]) => [
          name,
          <span class="overview-value">
            <code>{value}</code>
            <CopyButton label={t('Copy')} of={name} text={() => String(value)} />
          </span>,
        ])}
      />
      {!app && (
        <Notice>
          {t('The credentials are not shown here.')}{' '}
          <a href={linkTo('workspaces')}>{t('Show the credentials')}</a>
        </Notice>
      )}
    </Panel>
  )
}

const FirstCall = ({ curl }: { curl: string }) => (
  <Panel title={t('A first call')}>
    <pre class="overview-curl">{curl}</pre>
    <div class="row">
      <CopyButton label={t('Copy as curl')} text={() => curl} />
      <ChangeLink class="button" href={linkTo('try', 'E17')}>
        {t('Open in Try')}
      </ChangeLink>
    </div>
  </Panel>
)

const Calls = ({ calls }: { calls: JournalPage['entries'] }) => (
  <Panel title={t('Last calls')}>
    {calls.length === 0 ? (
      <Notice>{t('No calls yet.')}</Notice>
    ) : (
      <Table
        rows={calls}
        keyOf={({ seq }) => seq}
        columns={[
          {
            name: t('Call'),
            isHead: true,
            of: ({ seq }) => <a href={linkTo('calls', seq)}>#{seq}</a>,
          },
          { name: t('Operation'), class: 'overview-text', of: describeTarget },
          { name: t('Outcome'), of: (call) => <Outcome call={call} /> },
          { name: t('Time'), class: 'overview-time', of: ({ atMs }) => formatTime(atMs) },
        ]}
      />
    )}
    <a href={linkTo('calls')}>{t('Show all')}</a>
  </Panel>
)

const Workspaces = ({ workspaces }: { workspaces: readonly WorkspaceSummary[] }) => (
  <Panel title={t('Workspaces')}>
    <Table
      rows={workspaces.toSorted((a, b) => b.lastUsedAtMs - a.lastUsedAtMs).slice(0, ROWS)}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('Name'),
          isHead: true,
          class: 'overview-text',
          of: ({ id, name }) => <a href={linkIn(id, 'overview')}>{name}</a>,
        },
        { name: t('Seed'), class: 'overview-text', of: ({ seed }) => seed },
        {
          name: t('Last used'),
          class: 'overview-time',
          of: ({ lastUsedAtMs }) => formatTime(lastUsedAtMs),
        },
      ]}
    />
    <a href={linkTo('workspaces')}>
      {t('Show all')} ({workspaces.length})
    </a>
  </Panel>
)

const DOCUMENTS = [
  ['docs', 'Interface: operations, fields and examples'],
  ['_sandbox/docs', 'Control plane'],
  ['openapi.json', 'OpenAPI document of the interface'],
  ['llms.txt', 'Guide for coding agents'],
] as const

const Documents = () => (
  <Panel title={t('Documents')}>
    <ul class="plain-list">
      {DOCUMENTS.map(([path, name]) => (
        <li key={path}>
          <a href={`${BASE}/${path}`}>{t(name)}</a> <code class="muted">/{path}</code>
        </li>
      ))}
    </ul>
  </Panel>
)
