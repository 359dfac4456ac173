import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type {
  ChangeableAssumption,
  CreatedWorkspace,
  WorkspaceOptions,
} from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { noteChange, useLoaded } from '../../api/loaded.ts'
import { linkIn } from '../../api/place.ts'
import { CopyButton, Dialog } from '../../parts/action.tsx'
import { choices, Form, SelectField } from '../../parts/form.tsx'
import { instantOf } from '../../parts/instants.ts'
import { Notice } from '../../parts/panel.tsx'
import { t } from '../../texts/words.ts'

/** The form as it opens; options follow from it. */
const NEW_WORKSPACE = {
  name: '',
  seed: '',
  folder: '',
  ttlMs: undefined as number | undefined,
  clock: 'real' as 'real' | 'frozen' | 'offset',
  at: '',
  assume: {} as Readonly<Record<string, string>>,
}

type NewWorkspace = typeof NEW_WORKSPACE

/** The value of the choice of a folder, which is no seed. */
const FOLDER = '/'

const optionsOf = (draft: NewWorkspace): WorkspaceOptions => {
  const { name, seed, folder, ttlMs, clock, at, assume } = draft
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
export const CreateDialog = ({ onClose }: { onClose: () => void }) => {
  const draft = useSignal(NEW_WORKSPACE)
  const created = useSignal<CreatedWorkspace | undefined>(undefined)
  const problem = useSignal('')
  const isRunning = useSignal(false)
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
    <Dialog title={t('New workspace')} onClose={onClose}>
      {created.value ? (
        <Created workspace={created.value} />
      ) : (
        <form class="form" onSubmit={create}>
          <OptionFields draft={draft} />
          <VariantPicker draft={draft} />
          {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
          <div class="row">
            <button type="submit" class="primary" disabled={isRunning.value}>
              {t('Create')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

const OptionFields = ({ draft }: { draft: Signal<NewWorkspace> }) => {
  const seeds = new Map([
    ['', t('default of the server')],
    [FOLDER, t('a folder on the server')],
  ])
  const clocks = { real: t('real time'), frozen: t('frozen at'), offset: t('running on from') }
  return (
    <Form
      value={draft}
      fields={{
        name: { type: 'string', title: t('Name (the id when empty)') },
        seed: {
          title: t('Seed'),
          oneOf: choices(['', 'demo', 'minimal', FOLDER], (seed) => seeds.get(seed) ?? seed),
        },
        folder: draft.value.seed === FOLDER && {
          type: 'string',
          title: t('Path of the folder on the server'),
        },
        ttlMs: { widget: 'duration', title: t('Lifetime (forever when empty)') },
        clock: {
          title: t('Clock'),
          oneOf: choices(['real', 'frozen', 'offset'], (clock) => clocks[clock]),
        },
        at: draft.value.clock !== 'real' && {
          type: 'string',
          format: 'datetime-local',
          title: t('Date and time (of this browser; now when empty)'),
        },
      }}
    />
  )
}

/** The choice of variants that a workspace begins with. */
const VariantPicker = ({ draft }: { draft: Signal<NewWorkspace> }) => {
  const { data } = useLoaded(
    (signal) => control<{ assumptions: ChangeableAssumption[] }>('GET', '/variants', { signal }),
    [],
    { isLive: false },
  )
  const picked = useSignal({ number: '', variant: '' })
  const assumptions = data?.assumptions ?? []
  const known = new Map(assumptions.map((one) => [one.number, one]))
  const current = known.get(picked.value.number) ?? assumptions[0]
  if (!current) return null
  const names = Object.keys(current.variants)
  const variant = names.find((name) => name === picked.value.variant) ?? names[1] ?? ''
  const { assume } = draft.value
  const change = (changed: NewWorkspace['assume']): void => {
    draft.value = { ...draft.value, assume: changed }
  }
  const entries = Object.entries(assume)
  return (
    <fieldset class="workspaces-variants">
      <legend>{t('Variants')}</legend>
      <ul class="plain-list">
        {entries.map(([number, chosen]) => (
          <li key={number} class="row">
            <code>
              {number}={chosen}
            </code>
            <button
              type="button"
              class="quiet"
              aria-label={t('Leave out {1}', number)}
              onClick={() => change(Object.fromEntries(entries.filter(([one]) => one !== number)))}
            >
              {t('Leave out')}
            </button>
          </li>
        ))}
      </ul>
      <div class="row workspaces-take">
        <SelectField
          name={t('Assumption')}
          schema={{
            oneOf: choices([...known.keys()], (one) => `${one} · ${known.get(one)?.shown}`),
          }}
          value={current.number}
          onChange={(number) => {
            picked.value = { number: String(number), variant: '' }
          }}
        />
        <SelectField
          name={t('Variant')}
          schema={{ oneOf: choices(names, (name) => `${name} · ${current.variants[name]}`) }}
          value={variant}
          onChange={(chosen) => {
            picked.value = { number: current.number, variant: String(chosen) }
          }}
        />
        <button type="button" onClick={() => change({ ...assume, [current.number]: variant })}>
          {t('Add the variant')}
        </button>
      </div>
    </fieldset>
  )
}

const Created = ({ workspace }: { workspace: CreatedWorkspace }) => {
  const { id, name, baseUrl, accessToken } = workspace
  const next = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => next.current?.focus(), [])
  return (
    <div class="form">
      <Notice tone="success">{t('{1} was created.', name)}</Notice>
      <p>
        <code>{baseUrl}</code>
      </p>
      <div class="row">
        <CopyButton label={t('Copy base URL')} text={() => baseUrl} />
        {accessToken !== '' && (
          <CopyButton label={t('Copy access token')} text={() => accessToken} />
        )}
        <a ref={next} class="button" href={linkIn(id, 'workspaces')}>
          {t('Switch to {1}', name)}
        </a>
      </div>
    </div>
  )
}
