import { useSignal } from '@preact/signals'
import type { CreatedWorkspace, WorkspaceOptions } from '#src/client/generated/control.ts'
import { noteChange } from '../../api/changes.ts'
import { control } from '../../api/control.ts'
import { linkIn } from '../../api/place.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DurationField } from '../../parts/duration-field.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { InstantField, instantOf } from '../../parts/instant-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { changeWords } from './workspace-change-texts.ts'

/** What the form holds; options follow from it. */
interface NewWorkspace {
  readonly name: string
  readonly seed: string
  readonly folder: string
  readonly ttlMs: number | undefined
  readonly clock: 'real' | 'frozen' | 'offset'
  readonly at: string
  readonly assume: Readonly<Record<string, string>>
}

const EMPTY: NewWorkspace = {
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

const optionsOf = ({
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

/** The dialog that creates a workspace, and then shows how to call it. */
export const CreateDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = changeWords()
  const draft = useSignal(EMPTY)
  const created = useSignal<CreatedWorkspace | undefined>(undefined)
  const problem = useSignal('')
  const isRunning = useSignal(false)
  const change = (some: Partial<NewWorkspace>): void => {
    draft.value = { ...draft.value, ...some }
  }
  const create = async (event: Event): Promise<void> => {
    event.preventDefault()
    isRunning.value = true
    problem.value = ''
    try {
      const body = optionsOf(draft.value)
      created.value = await control('POST', '/workspaces', { body, workspace: null })
      noteChange()
    } catch (error) {
      problem.value = (error as Error).message
    } finally {
      isRunning.value = false
    }
  }
  return (
    <Dialog title={text.create} onClose={onClose}>
      {created.value ? (
        <Created workspace={created.value} />
      ) : (
        <form class="workspaces-create" onSubmit={(event) => void create(event)}>
          <OptionFields draft={draft.value} change={change} />
          <VariantPicker chosen={draft.value.assume} onChange={(assume) => change({ assume })} />
          {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
          <div class="row">
            <button type="submit" class="primary" disabled={isRunning.value}>
              {text.save}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const OptionFields = ({
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

const Created = ({ workspace }: { readonly workspace: CreatedWorkspace }) => {
  const text = changeWords()
  const { id, name, baseUrl, accessToken } = workspace
  return (
    <div class="workspaces-create">
      <Notice tone="success">{text.created(name)}</Notice>
      <p>
        <code>{baseUrl}</code>
      </p>
      <div class="row">
        <CopyButton label={text.copyUrl} text={() => baseUrl} />
        {accessToken !== '' && <CopyButton label={text.copyToken} text={() => accessToken} />}
        <a class="workspaces-switch" href={linkIn(id, 'workspaces')}>
          {text.goTo(name)}
        </a>
      </div>
    </div>
  )
}
