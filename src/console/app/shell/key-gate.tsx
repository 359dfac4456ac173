import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ControlError } from '#src/client/errors.ts'
import { adminKey, control, isKeyNeeded } from '../api/control.ts'
import { useLoaded } from '../api/loaded.ts'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/panel.tsx'
import { t } from '../texts/words.ts'

/** Shows nothing of the server before the control plane answers, with the admin key where one is set. */
export const KeyGate = ({ children }: { children: ComponentChildren }) => {
  const probe = useLoaded(
    (signal) => control<unknown>('GET', '/workspaces', { workspace: null, signal }),
    [adminKey.value],
    { isLive: false },
  )
  if (isKeyNeeded.value && adminKey.value === undefined) return <KeyForm />
  if (probe.error && !isUnauthorized(probe.error))
    return (
      <main class="gate">
        <Notice tone="error">
          {t('The control plane cannot be read:')} {probe.error.message}
        </Notice>
      </main>
    )
  return probe.data === undefined ? null : children
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ControlError && error.status === 401

const KeyForm = () => {
  const draft = useSignal({ key: '' })
  const problem = useSignal('')
  const tryKey = async (event: Event): Promise<void> => {
    event.preventDefault()
    const { key } = draft.value
    try {
      await control('GET', '/workspaces', { workspace: null, key })
      adminKey.value = key
      isKeyNeeded.value = false
    } catch (error) {
      problem.value = isUnauthorized(error)
        ? t('This is not the admin key.')
        : `${t('The control plane cannot be read:')} ${(error as Error).message}`
    }
  }
  return (
    <main class="gate">
      <form onSubmit={tryKey}>
        <h1>{t('Admin key')}</h1>
        <p>
          {t(
            'This server asks for its admin key (SANDBOX_ADMIN_KEY). The page keeps it until it is closed.',
          )}
        </p>
        <Form
          value={draft}
          fields={{ key: { type: 'string', format: 'password', title: t('Admin key') } }}
        />
        <button type="submit" class="primary" disabled={draft.value.key === ''}>
          {t('Open')}
        </button>
        {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
      </form>
    </main>
  )
}
