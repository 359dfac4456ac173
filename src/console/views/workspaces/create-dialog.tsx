import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { linkIn } from '../../api/place.ts'
import { CopyButton, Dialog } from '../../parts/action.tsx'
import { choice, field } from '../../parts/fields/schema.ts'
import { ActionForm } from '../../parts/form.tsx'
import { Notice } from '../../parts/panel.tsx'
import { instantOf } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

const NEW_WORKSPACE = {
  name: '',
  seed: '',
  folder: '',
  ttlMs: undefined as number | undefined,
  clock: 'real' as 'real' | 'frozen' | 'offset',
  at: '',
  assume: undefined as Record<string, string> | undefined,
}

type NewWorkspace = typeof NEW_WORKSPACE

/** The value of the choice of a folder, which is no seed. */
const FOLDER = '/'

const SEEDS = { '': 'server default', [FOLDER]: 'a folder on the server' } as const
const CLOCKS = { real: 'real time', frozen: 'frozen at', offset: 'running on from' } as const

const optionsOf = ({ name, seed, folder, ttlMs, clock, at, assume }: NewWorkspace) => ({
  name: name.trim() || undefined,
  seed: (seed === FOLDER ? folder : seed) || undefined,
  ttlMs,
  clock: clock === 'real' ? undefined : { mode: clock, now: instantOf(at) },
  assume,
})

const fieldsOf = ({ seed: chosen, clock: mode }: NewWorkspace) => ({
  name: field('Name (the id when empty)'),
  seed: choice('Seed', ['', 'demo', 'minimal', FOLDER], (seed) =>
    seed === '' || seed === FOLDER ? t(SEEDS[seed]) : seed,
  ),
  folder: chosen === FOLDER && field('Path of the folder on the server'),
  ttlMs: field('Lifetime (forever when empty)', { widget: 'duration' }),
  clock: choice('Clock', ['real', 'frozen', 'offset'], (clock) => t(CLOCKS[clock])),
  at: mode !== 'real' && field('Date and time (now when empty)', { format: 'instant' }),
  assume: { title: t('Variants (JSON)'), hint: '{ "A-20-1": "envelope" }' },
})

export const CreateDialog = ({ onClose }: { onClose: () => void }) => {
  const created = useSignal<CreatedWorkspace | undefined>(undefined)
  const create = async (draft: NewWorkspace): Promise<void> => {
    const body = optionsOf(draft)
    created.value = await control('POST', '/workspaces', { body, workspace: null })
  }
  return (
    <Dialog title={t('New workspace')} onClose={onClose}>
      {created.value ? (
        <Created workspace={created.value} />
      ) : (
        <ActionForm
          start={NEW_WORKSPACE}
          fields={fieldsOf}
          name="Create"
          tone="primary"
          run={create}
          isQuiet
        />
      )}
    </Dialog>
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
