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
import { formatBytes, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

/** The reset of the workspace, all of it or parts. */
export const ResetPanel = () => {
  const draft = useSignal({ parts: [...RESET_PARTS] })
  const names = {
    data: t('data'),
    journal: t('journal'),
    faults: t('faults'),
    clock: t('clock'),
  }
  const reset = async (): Promise<void> => {
    await control('POST', '/reset', { body: draft.value })
    forgetFixtures()
  }
  return (
    <Panel title={t('Reset')}>
      <p class="muted">{t('Back to the beginning; tokens stay valid.')}</p>
      <Form
        value={draft}
        fields={{
          parts: {
            type: 'array',
            title: t('What to reset'),
            items: { oneOf: choices(RESET_PARTS, (part) => names[part]) },
          },
        }}
      />
      <div class="row">
        <Action
          tone="danger"
          run={reset}
          confirm={t('Reset the chosen parts? This cannot be undone.')}
          done={t('The workspace was reset.')}
          isDisabled={draft.value.parts.length === 0}
        >
          {t('Reset')}
        </Action>
      </div>
    </Panel>
  )
}

/** The export of the workspace as an archive, and the import of one. */
export const TransferPanel = ({ workspace }: { workspace: WorkspaceDetail }) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const file = useSignal<File | undefined>(undefined)
  const importIt = async (): Promise<void> => {
    if (!file.value) return
    const { files } = await control<{ files: number }>('PUT', '/export', { body: file.value })
    forgetFixtures()
    if (input.current) input.current.value = ''
    file.value = undefined
    tell(t('The archive was imported, with files: {1}.', files))
  }
  return (
    <Panel title={t('Export and import an archive')}>
      <p class="muted">{t('Data and files as one archive (.tar).')}</p>
      <div class="row">
        <Action run={() => download(workspace.id)} done={t('The archive was downloaded.')}>
          {t('Export')}
        </Action>
      </div>
      <div class="field">
        <label for={id}>{t('Archive file')}</label>
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
          confirm={t('Replace data and files by those of the archive?')}
          isDisabled={file.value === undefined}
        >
          {t('Import')}
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
  const draft = useSignal({ name: '' })
  const take = async (): Promise<void> => {
    const { name } = await control<Snapshot>('POST', '/snapshots', { body: draft.value })
    tell(t('Snapshot {1} was taken.', name))
    draft.value = { name: '' }
  }
  return (
    <Panel title={t('Snapshots')}>
      <div class="row workspaces-take">
        <Form
          value={draft}
          fields={{ name: { type: 'string', title: t('Name of the snapshot') } }}
        />
        <Action run={take} isDisabled={draft.value.name === ''}>
          {t('Take snapshot')}
        </Action>
      </div>
      {snapshots.length === 0 && (
        <Notice>{t('No snapshots. Take one to come back to it later.')}</Notice>
      )}
      <ul class="plain-list workspaces-snapshots" aria-label={t('Snapshots')}>
        {[...snapshots].reverse().map((snapshot) => (
          <SnapshotItem key={snapshot.name} {...snapshot} />
        ))}
      </ul>
    </Panel>
  )
}

const SnapshotItem = ({ name, takenAtMs, sizeBytes }: Snapshot) => {
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
          label={t('Restore {1}', name)}
          run={restore}
          confirm={t('Replace the data by that of the snapshot {1}?', name)}
          done={t('Snapshot {1} was restored.', name)}
        >
          {t('Restore')}
        </Action>
        <Action
          tone="danger"
          label={t('Delete {1}', name)}
          run={() => control('DELETE', path)}
          done={t('Snapshot {1} was deleted.', name)}
        >
          {t('Delete')}
        </Action>
      </span>
    </li>
  )
}

/** The named states with what they make true; one that is set shows the ids that it answers. */
export const NamedStates = () => {
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
    <Panel title={t('Named states')} class="workspaces-states">
      <p class="muted">{t('Situations that a test can begin with.')}</p>
      <Form
        value={filter}
        fields={{ wanted: { type: 'string', format: 'search', title: t('Search states') } }}
      />
      <Shown
        loaded={loaded}
        empty={t('No state matches.')}
        isEmpty={({ states }) => !states.some(isWanted)}
      >
        {({ states }) => (
          <ul class="plain-list" aria-label={t('Named states')}>
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
  const ids = useSignal<SetState['ids'] | undefined>(undefined)
  const set = async (): Promise<void> => {
    const held = await control<SetState>('POST', `/states/${encodeURIComponent(name)}`)
    ids.value = held.ids
    tell(t('{1} holds now.', name))
  }
  return (
    <li>
      <div class="workspaces-state">
        <span>
          <code>{name}</code> <span lang="en">{sentence}</span>
        </span>
        <Action label={t('Set {1}', name)} run={set}>
          {t('Set')}
        </Action>
      </div>
      {ids.value && (
        <Notice tone="success">
          <JsonView value={ids.value} label={t('Ids of {1}', name)} />
          <CopyButton label={t('Copy ids')} text={() => JSON.stringify(ids.value, null, 2)} />
        </Notice>
      )}
    </li>
  )
}
