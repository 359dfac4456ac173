import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { RESET_PARTS } from '#src/client/generated/constants.ts'
import type { NamedState, Snapshot } from '#src/client/generated/control.ts'
import type { SetState } from '#src/client/workspace-control.ts'
import { control, openControl } from '../../api/control.ts'
import { useOnce } from '../../api/loaded.ts'
import { forgetFixtures } from '../../api/operations.ts'
import { workspaceId } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { choices, field } from '../../parts/fields/schema.ts'
import { ActionForm } from '../../parts/form.tsx'
import { Notice, Panel, Shown } from '../../parts/panel.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Table } from '../../parts/table.tsx'
import { CodedText, JsonView } from '../../parts/text.tsx'
import { inChinese } from '../../texts/in-chinese.ts'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

export const ResetPanel = () => {
  const oneOf = choices(RESET_PARTS, (part) => t(part))
  const reset = async (body: object): Promise<void> => {
    await control('POST', '/reset', { body })
    forgetFixtures()
  }
  return (
    <Panel title={t('Reset')}>
      <p class="muted">{t('Returns to the initial state; tokens stay valid.')}</p>
      <ActionForm
        start={{ parts: [...RESET_PARTS] }}
        fields={() => ({ parts: field('What to reset', { type: 'array', items: { oneOf } }) })}
        name="Reset"
        tone="danger"
        run={reset}
        isReady={({ parts }) => parts.length > 0}
        asks
      />
    </Panel>
  )
}

export const TransferPanel = () => {
  const input = useRef<HTMLInputElement>(null)
  const file = useSignal<File | undefined>(undefined)
  const importIt = async (): Promise<void> => {
    if (!file.value) return
    await control('PUT', '/export', { body: file.value })
    forgetFixtures()
    if (input.current) input.current.value = ''
    file.value = undefined
  }
  return (
    <Panel title={t('Export and import')}>
      <p class="muted">{t('Data and files as one file (.tar).')}</p>
      <div class="row">
        <Action name="Export" run={download} isFree />
      </div>
      <label class="field">
        {t('Export file')}
        <input
          ref={input}
          type="file"
          accept=".tar,application/x-tar"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0]
          }}
        />
      </label>
      <div class="row">
        <Action
          name="Import"
          tone="danger"
          run={importIt}
          isDisabled={file.value === undefined}
          asks
        />
      </div>
    </Panel>
  )
}

const download = async (): Promise<void> => {
  const reply = await openControl('GET', '/export')
  saveFile(await reply.blob(), `workspace-${workspaceId.value}.tar`)
}

export const SnapshotPanel = ({ snapshots }: { snapshots: readonly Snapshot[] }) => (
  <Panel title={t('Snapshots')}>
    <ActionForm
      start={{ name: '' }}
      fields={() => ({ name: field('Name of the snapshot') })}
      name="Take snapshot"
      run={(body) => control('POST', '/snapshots', { body })}
      isReady={({ name }) => name !== ''}
    />
    {snapshots.length === 0 ? (
      <Notice>{t('No snapshots. Take one to return to it later.')}</Notice>
    ) : (
      <Table
        label={t('Snapshots')}
        rows={snapshots.toReversed()}
        keyOf={({ name }) => name}
        columns={[
          { name: t('Name'), isHead: true, class: 'workspaces-name', of: ({ name }) => name },
          { name: t('Created'), of: ({ takenAtMs }) => formatTime(takenAtMs) },
          { name: t('Size'), class: 'number', of: ({ sizeBytes }) => formatBytes(sizeBytes) },
          { name: null, of: SnapshotActions },
        ]}
      />
    )}
  </Panel>
)

const SnapshotActions = ({ name }: Snapshot) => {
  const path = `/snapshots/${encodeURIComponent(name)}`
  const restore = async (): Promise<void> => {
    await control('POST', `${path}/restore`)
    forgetFixtures()
  }
  return (
    <span class="row workspaces-actions">
      <Action name="Restore" of={name} run={restore} asks />
      <Action name="Delete" of={name} tone="danger" run={() => control('DELETE', path)} />
    </span>
  )
}

const sentenceOf = ({ name, sentence }: NamedState): string => inChinese('states', name) ?? sentence

export const NamedStates = () => {
  const loaded = useOnce((signal) =>
    control<{ states: NamedState[] }>('GET', '/states', { signal }),
  )
  const held = useSignal<readonly SetState[]>([])
  const set = async (name: string): Promise<void> => {
    const state = await control<SetState>('POST', `/states/${encodeURIComponent(name)}`)
    held.value = [state, ...held.value]
  }
  const idsOf = ({ name }: NamedState) => {
    const state = held.value.find((one) => one.name === name)
    return (
      state && (
        <Notice tone="success">
          <JsonView value={state.ids} label={t('Ids of {1}', name)} />
        </Notice>
      )
    )
  }
  return (
    <Panel title={t('Named states')} class="workspaces-states">
      <p class="muted">{t('Situations that a test can start from.')}</p>
      <Shown loaded={loaded}>
        {({ states }) => (
          <Table
            label={t('Named states')}
            search={{
              title: 'Search states',
              textOf: (state) =>
                `${state.name.replaceAll('-', ' ')} ${state.name} ${sentenceOf(state)}`,
            }}
            rows={states}
            keyOf={({ name }) => name}
            columns={[
              { name: t('Name'), isHead: true, of: ({ name }) => <code>{name}</code> },
              { name: t('What'), of: (state) => <CodedText text={sentenceOf(state)} /> },
              {
                name: null,
                of: ({ name }) => <Action name="Set" of={name} run={() => set(name)} />,
              },
            ]}
            detail={idsOf}
          />
        )}
      </Shown>
    </Panel>
  )
}
