import type { WorkspaceOptions } from '#src/client/generated/control.ts'
import { DurationField } from '../../parts/duration-field.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { InstantField, instantOf } from '../../parts/instant-field.tsx'
import { changeWords } from './workspace-change-texts.ts'

/** What the form holds; options follow from it. */
export interface NewWorkspace {
  readonly name: string
  readonly seed: string
  readonly folder: string
  readonly ttlMs: number | undefined
  readonly clock: 'real' | 'frozen' | 'offset'
  readonly at: string
  readonly assume: Readonly<Record<string, string>>
}

/** The form as it opens. */
export const EMPTY_WORKSPACE: NewWorkspace = {
  name: '',
  seed: '',
  folder: '',
  ttlMs: undefined,
  clock: 'real',
  at: '',
  assume: {},
}

/** The value of the choice of a folder, which is no seed. */
const FOLDER = '/'

/** The options of a form. */
export const optionsOf = ({
  name,
  seed,
  folder,
  ttlMs,
  clock,
  at,
  assume,
}: NewWorkspace): WorkspaceOptions => {
  const now = instantOf(at)
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(seed !== '' && { seed: seed === FOLDER ? folder : seed }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(clock !== 'real' && { clock: { mode: clock, ...(now !== undefined && { now }) } }),
    ...(Object.keys(assume).length > 0 && { assume }),
  }
}

/** The fields of a new workspace, without its variants. */
export const OptionFields = ({
  draft,
  change,
}: {
  readonly draft: NewWorkspace
  readonly change: (some: Partial<NewWorkspace>) => void
}) => {
  const text = changeWords()
  return (
    <>
      <TextField label={text.name} value={draft.name} onInput={(name) => change({ name })} />
      <SelectField
        label={text.seed}
        value={draft.seed}
        options={[
          { value: '', text: text.usual },
          { value: 'demo', text: 'demo' },
          { value: 'minimal', text: 'minimal' },
          { value: FOLDER, text: text.folder },
        ]}
        onChange={(seed) => change({ seed })}
      />
      {draft.seed === FOLDER && (
        <TextField
          label={text.path}
          value={draft.folder}
          onInput={(folder) => change({ folder })}
          isRequired
        />
      )}
      <DurationField label={text.ttl} onInput={(ttlMs) => change({ ttlMs })} />
      <SelectField
        label={text.clock}
        value={draft.clock}
        options={(['real', 'frozen', 'offset'] as const).map((value) => ({
          value,
          text: text[value],
        }))}
        onChange={(clock) => change({ clock: clock as NewWorkspace['clock'] })}
      />
      {draft.clock !== 'real' && (
        <InstantField label={text.at} value={draft.at} onInput={(at) => change({ at })} />
      )}
    </>
  )
}
