import { useSignal } from '@preact/signals'
import type { Snapshot } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { forgetFixtures } from '../../api/fixtures.ts'
import { Action } from '../../parts/action.tsx'
import { setterOf, TextField } from '../../parts/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { tell } from '../../parts/toasts.tsx'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { changeWords } from './workspace-change-texts.ts'

/** The snapshots of the workspace: take, restore, delete. */
export const SnapshotPanel = ({ snapshots }: { readonly snapshots: readonly Snapshot[] }) => {
  const text = changeWords()
  const name = useSignal('')
  const take = async (): Promise<void> => {
    const taken = await control<Snapshot>('POST', '/snapshots', { body: { name: name.value } })
    tell(text.taken(taken.name))
    name.value = ''
  }
  return (
    <section class="panel" aria-labelledby="workspace-snapshots">
      <h2 id="workspace-snapshots">{text.snapshots}</h2>
      <div class="row workspaces-take">
        <TextField label={text.snapshotName} value={name.value} onInput={setterOf(name)} />
        <Action run={take} isDisabled={name.value === ''}>
          {text.take}
        </Action>
      </div>
      {snapshots.length === 0 ? (
        <Notice>{text.noSnapshots}</Notice>
      ) : (
        <ul class="plain-list workspaces-snapshots" aria-label={text.snapshots}>
          {[...snapshots].reverse().map((snapshot) => (
            <SnapshotItem key={snapshot.name} snapshot={snapshot} />
          ))}
        </ul>
      )}
    </section>
  )
}

const SnapshotItem = ({
  snapshot: { name, takenAtMs, sizeBytes },
}: {
  readonly snapshot: Snapshot
}) => {
  const text = changeWords()
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
          done={text.removed(name)}
        >
          {text.remove}
        </Action>
      </span>
    </li>
  )
}
