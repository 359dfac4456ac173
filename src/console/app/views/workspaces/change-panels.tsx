import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { RESET_PARTS } from '#src/client/generated/constants.ts'
import type {
  NamedState,
  SetState,
  Snapshot,
  WorkspaceDetail,
} from '#src/client/generated/control.ts'
import { control, openControl } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { forgetFixtures } from '../../api/operations.ts'
import { Action, CopyButton, tell } from '../../parts/action.tsx'
import { choices, Form } from '../../parts/form.tsx'
import { Notice, Panel, Shown } from '../../parts/panel.tsx'
import { JsonView } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'

/** The reset of the workspace, all of it or parts. */
export const ResetPanel = () => {
  const text = words('workspaces')
  const draft = useSignal({ parts: [...RESET_PARTS] })
  const names = {
    data: text.data,
    journal: text.journal,
    faults: text.faults,
    clock: text.clockPart,
  }
  const reset = async (): Promise<void> => {
    await control('POST', '/reset', { body: draft.value })
    forgetFixtures()
  }
  return (
    <Panel title={text.reset}>
      <p class="muted">{text.resetLead}</p>
      <Form
        value={draft}
        fields={{
          parts: {
            type: 'array',
            title: text.resetParts,
            items: { oneOf: choices(RESET_PARTS, (part) => names[part]) },
          },
        }}
      />
      <div class="row">
        <Action
          tone="danger"
          run={reset}
          confirm={text.resetQuestion}
          done={text.resetDone}
          isDisabled={draft.value.parts.length === 0}
        >
          {text.reset}
        </Action>
      </div>
    </Panel>
  )
}

/** The export of the workspace as an archive, and the import of one. */
export const TransferPanel = ({ workspace }: { workspace: WorkspaceDetail }) => {
  const text = words('workspaces')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const file = useSignal<File | undefined>(undefined)
  const importIt = async (): Promise<void> => {
    if (!file.value) return
    const { files } = await control<{ files: number }>('PUT', '/export', { body: file.value })
    forgetFixtures()
    if (input.current) input.current.value = ''
    file.value = undefined
    tell(text.imported(formatNumber(files)))
  }
  return (
    <Panel title={text.transfer}>
      <p class="muted">{text.transferLead}</p>
      <div class="row">
        <Action run={() => download(workspace.id)} done={text.exported}>
          {text.exportIt}
        </Action>
      </div>
      <div class="field">
        <label for={id}>{text.file}</label>
        <input
          id={id}
          ref={input}
          type="file"
          accept=".tar,application/x-tar"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0]
          }}
        />
      </div>
      <div class="row">
        <Action
          tone="danger"
          run={importIt}
          confirm={text.importQuestion}
          isDisabled={file.value === undefined}
        >
          {text.importIt}
        </Action>
      </div>
    </Panel>
  )
}

/** The admin key goes in a header, which a plain link could not send. */
const download = async (id: string): Promise<void> => {
  const reply = await openControl('GET', '/export')
  const url = URL.createObjectURL(await reply.blob())
  const disposition = reply.headers.get('content-disposition') ?? ''
  const link = document.createElement('a')
  link.href = url
  link.download = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? `workspace-${id}.tar`
  link.click()
  // The browser has taken the bytes over by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** The snapshots of the workspace: take, restore, delete. */
export const SnapshotPanel = ({ snapshots }: { snapshots: readonly Snapshot[] }) => {
  const text = words('workspaces')
  const draft = useSignal({ name: '' })
  const take = async (): Promise<void> => {
    const { name } = await control<Snapshot>('POST', '/snapshots', { body: draft.value })
    tell(text.taken(name))
    draft.value = { name: '' }
  }
  return (
    <Panel title={text.snapshots}>
      <div class="row workspaces-take">
        <Form value={draft} fields={{ name: { type: 'string', title: text.snapshotName } }} />
        <Action run={take} isDisabled={draft.value.name === ''}>
          {text.take}
        </Action>
      </div>
      {snapshots.length === 0 && <Notice>{text.noSnapshots}</Notice>}
      <ul class="plain-list workspaces-snapshots" aria-label={text.snapshots}>
        {[...snapshots].reverse().map((snapshot) => (
          <SnapshotItem key={snapshot.name} {...snapshot} />
        ))}
      </ul>
    </Panel>
  )
}

const SnapshotItem = ({ name, takenAtMs, sizeBytes }: Snapshot) => {
  const text = words('workspaces')
  const path = `/snapshots/${encodeURIComponent(name)}`
  const restore = async (): Promise<void> => {
    await control('POST', `${path}/restore`)
    forgetFixtures()
  }
  return (
    <li>
      <span class="workspaces-name">
        <strong>{name}</strong>
        <span class="muted">
          {' '}
          {formatTime(takenAtMs)} · {formatBytes(sizeBytes)}
        </span>
      </span>
      <span class="row workspaces-actions">
        <Action
          label={text.restoreOf(name)}
          run={restore}
          confirm={text.restoreQuestion(name)}
          done={text.restored(name)}
        >
          {text.restore}
        </Action>
        <Action
          tone="danger"
          label={text.removeOf(name)}
          run={() => control('DELETE', path)}
          done={text.snapshotRemoved(name)}
        >
          {text.remove}
        </Action>
      </span>
    </li>
  )
}

/** The named states with what they make true; one that is set shows the ids that it answers. */
export const NamedStates = () => {
  const text = words('workspaces')
  const filter = useSignal({ wanted: '' })
  const wanted = filter.value.wanted.trim().toLowerCase()
  const loaded = useLoaded(
    (signal) => control<{ states: NamedState[] }>('GET', '/states', { signal }),
    [],
    { isLive: false },
  )
  const isWanted = ({ name, sentence }: NamedState): boolean =>
    `${name} ${name.replaceAll('-', ' ')} ${sentence}`.toLowerCase().includes(wanted)
  return (
    <Panel title={text.states} class="workspaces-states">
      <p class="muted">{text.statesLead}</p>
      <Form
        value={filter}
        fields={{ wanted: { type: 'string', format: 'search', title: text.searchStates } }}
      />
      <Shown loaded={loaded} empty={text.noState} isEmpty={({ states }) => !states.some(isWanted)}>
        {({ states }) => (
          <ul class="plain-list" aria-label={text.states}>
            {states.filter(isWanted).map((state) => (
              <StateItem key={state.name} {...state} />
            ))}
          </ul>
        )}
      </Shown>
    </Panel>
  )
}

const StateItem = ({ name, sentence }: NamedState) => {
  const text = words('workspaces')
  const ids = useSignal<SetState['ids'] | undefined>(undefined)
  const set = async (): Promise<void> => {
    const held = await control<SetState>('POST', `/states/${encodeURIComponent(name)}`)
    ids.value = held.ids
    tell(text.wasSet(name))
  }
  return (
    <li>
      <div class="workspaces-state">
        <span>
          <code>{name}</code> <span lang="en">{sentence}</span>
        </span>
        <Action label={text.setOf(name)} run={set}>
          {text.set}
        </Action>
      </div>
      {ids.value && (
        <Notice tone="success">
          <JsonView value={ids.value} label={text.idsOf(name)} />
          <CopyButton label={text.copyIds} text={() => JSON.stringify(ids.value, null, 2)} />
        </Notice>
      )}
    </li>
  )
}
