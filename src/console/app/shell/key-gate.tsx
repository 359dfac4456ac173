import type { ComponentChildren } from 'preact'
import { adminKey, control, isKeyNeeded, isUnauthorised } from '../api/control.ts'
import { useOnce } from '../api/loaded.ts'
import { ActionForm, field } from '../parts/form.tsx'
import { Notice } from '../parts/panel.tsx'
import { t } from '../texts/words.ts'

/** Shows nothing of the server before the control plane answers, with the admin key where one is set. */
export const KeyGate = ({ children }: { children: ComponentChildren }) => {
  const probe = useOnce(
    (signal) => control<unknown>('GET', '/workspaces', { workspace: null, signal }),
    [adminKey.value],
  )
  if (isKeyNeeded.value && adminKey.value === undefined) return <KeyForm />
  if (probe.error && !isUnauthorised(probe.error))
    return (
      <main class="gate">
        <Notice tone="error">{probe.error.message}</Notice>
      </main>
    )
  return probe.data === undefined ? null : children
}

const KeyForm = () => {
  const open = async ({ key }: { key: string }): Promise<void> => {
    await control('GET', '/workspaces', { workspace: null, key })
    adminKey.value = key
    isKeyNeeded.value = false
  }
  return (
    <main class="gate">
      <h1>{t('Admin key')}</h1>
      <p>
        {t(
          'This server asks for its admin key (SANDBOX_ADMIN_KEY). The tab keeps it until it is closed.',
        )}
      </p>
      <ActionForm
        start={{ key: '' }}
        fields={() => ({ key: field('Admin key', { format: 'password' }) })}
        name="Open"
        tone="primary"
        run={open}
        isReady={({ key }) => key !== ''}
        isQuiet
      />
    </main>
  )
}
