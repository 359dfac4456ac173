import { useSignal } from '@preact/signals'
import type { Snapshot, WorkspaceDetail } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { workspaceId } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { readWorkspaces } from '../../api/workspaces.ts'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { NamedStates } from './named-states.tsx'
import { ResetPanel } from './reset-panel.tsx'
import { SnapshotPanel } from './snapshot-panel.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { WorkspaceFacts } from './workspace-facts.tsx'
import { WorkspaceTable } from './workspace-table.tsx'
import './workspaces.css'
import { words } from './workspaces-texts.ts'

/** The view Workspaces: all of the server, and what can be done with the one that is shown. */
export default function WorkspacesView() {
  const text = words()
  const isCreating = useSignal(false)
  const all = useLoaded(readWorkspaces, [])
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <button
          type="button"
          class="primary"
          onClick={() => {
            isCreating.value = true
          }}
        >
          {text.create}
        </button>
      }
    >
      <Shown loaded={all}>{(workspaces) => <WorkspaceTable workspaces={workspaces} />}</Shown>
      <CurrentWorkspace />
      {isCreating.value && (
        <CreateDialog
          onClose={() => {
            isCreating.value = false
          }}
        />
      )}
    </Page>
  )
}

const CurrentWorkspace = () => {
  const loaded = useLoaded(readCurrent, [])
  return (
    <Shown loaded={loaded}>
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
  )
}

const readCurrent = async (signal: AbortSignal) => {
  const [workspace, { snapshots }] = await Promise.all([
    control<WorkspaceDetail>('GET', `/workspaces/${encodeURIComponent(workspaceId.value)}`, {
      workspace: null,
      signal,
    }),
    control<{ snapshots: Snapshot[] }>('GET', '/snapshots', { signal }),
  ])
  return { workspace, snapshots }
}
