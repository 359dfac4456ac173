import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail } from '#src/client/generated/control.ts'
import { control, readWorkspaces } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { workspaceId } from '../../api/place.ts'
import { Page, Shown } from '../../parts/panel.tsx'
import { t } from '../../texts/words.ts'
import { NamedStates, ResetPanel, SnapshotPanel, TransferPanel } from './change-panels.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { WorkspaceFacts } from './workspace-facts.tsx'
import { WorkspaceTable } from './workspace-table.tsx'
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
      lead="Isolated tenants of this server, each with its own data, clock, journal and faults."
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
