import { useSignal } from '@preact/signals'
import type { NamedState, SetState } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Action } from '../../parts/action.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { setterOf, TextField } from '../../parts/fields.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { tell } from '../../parts/toasts.tsx'
import { changeWords } from './workspace-change-texts.ts'

/** The named states with what they make true; one that is set shows the ids that it answers. */
export const NamedStates = () => {
  const text = changeWords()
  const wanted = useSignal('')
  const loaded = useLoaded(
    (signal) => control<{ states: NamedState[] }>('GET', '/states', { signal }),
    [],
    { isLive: false },
  )
  const isWanted = ({ name, sentence }: NamedState): boolean =>
    `${name} ${name.replaceAll('-', ' ')} ${sentence}`
      .toLowerCase()
      .includes(wanted.value.trim().toLowerCase())
  return (
    <section class="panel workspaces-states" aria-labelledby="workspace-states">
      <h2 id="workspace-states">{text.states}</h2>
      <p class="muted">{text.statesLead}</p>
      <TextField
        label={text.searchStates}
        type="search"
        value={wanted.value}
        onInput={setterOf(wanted)}
      />
      <Shown loaded={loaded} empty={text.noState} isEmpty={({ states }) => !states.some(isWanted)}>
        {({ states }) => (
          <ul class="plain-list" aria-label={text.states}>
            {states.filter(isWanted).map((state) => (
              <StateItem key={state.name} state={state} />
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}

const StateItem = ({ state: { name, sentence } }: { readonly state: NamedState }) => {
  const text = changeWords()
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
