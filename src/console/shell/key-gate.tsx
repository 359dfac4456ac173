import type { ComponentChildren } from 'preact'
import type { OwnKey } from '#src/client/generated/control.ts'
import {
  adminKey,
  control,
  isAdmin,
  isKeyNeeded,
  isUnauthorised,
  ownKey,
  readWorkspaces,
} from '../api/control.ts'
import { useOnce } from '../api/loaded.ts'
import { linkIn, route, workspaceId } from '../api/place.ts'
import { field } from '../parts/fields/schema.ts'
import { ActionForm } from '../parts/form.tsx'
import { Notice } from '../parts/panel.tsx'
import { t } from '../texts/words.ts'

/** Shows nothing of the server before the control plane answers, with the admin key where one is set. */
export const KeyGate = ({ children }: { children: ComponentChildren }) => {
  const probe = useOnce(readOwnKey, [adminKey.value])
  if (isKeyNeeded.value && adminKey.value === undefined) return <KeyForm />
  if (probe.error && !isUnauthorised(probe.error))
    return (
      <main class="gate">
        <Notice tone="error">{probe.error.message}</Notice>
      </main>
    )
  return probe.data === undefined ? null : children
}

/** Reads what the key is for, and shows a workspace that it is for. */
const readOwnKey = async (signal: AbortSignal): Promise<OwnKey> => {
  ownKey.value = await control<OwnKey>('GET', '/keys/own', { workspace: null, signal })
  if (isAdmin.value) return ownKey.value
  const workspaces = await readWorkspaces(signal)
  const [first] = workspaces
  if (first && !workspaces.some(({ id }) => id === workspaceId.value))
    location.hash = linkIn(first.id, route.value.view)
  return ownKey.value
}

const KeyForm = () => {
  const open = async ({ key }: { key: string }): Promise<void> => {
    const { kind } = await control<OwnKey>('GET', '/keys/own', { workspace: null, key })
    if (kind === 'metrics' || kind === 'backup')
      throw new Error(t('This key does not give access to the console.'))
    adminKey.value = key
    isKeyNeeded.value = false
  }
  return (
    <main class="gate">
      <h1>{t('Key')}</h1>
      <p>
        {t(
          'This server requires a key: its admin key (SANDBOX_ADMIN_KEY), or a key that its owner created. The tab keeps the key until you close it.',
        )}
      </p>
      <ActionForm
        start={{ key: '' }}
        fields={() => ({ key: field('Key', { format: 'password' }) })}
        name="Open"
        tone="primary"
        run={open}
        isReady={({ key }) => key !== ''}
        isQuiet
        isFree
      />
    </main>
  )
}
