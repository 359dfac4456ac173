import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { ControlError } from '#src/client/errors.ts'
import { adminKey, control, isKeyNeeded } from '../api/control.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { setterOf, TextField } from '../parts/fields.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts/language.ts'

const words = texts({
  en: {
    title: 'Admin key',
    lead: 'This server asks for its admin key (SANDBOX_ADMIN_KEY). The page keeps it until it is closed.',
    label: 'Admin key',
    open: 'Open',
    wrong: 'This is not the admin key.',
    unreachable: 'The control plane cannot be read:',
  },
  zh: {
    title: '管理密钥',
    lead: '此服务器需要管理密钥（SANDBOX_ADMIN_KEY）。密钥仅保留到页面关闭为止。',
    label: '管理密钥',
    open: '打开',
    wrong: '管理密钥不正确。',
    unreachable: '无法读取控制面：',
  },
})

/** Shows nothing of the server before the control plane answers, with the admin key where one is set. */
export const KeyGate = ({ children }: { readonly children: ComponentChildren }) => {
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
          {words().unreachable} {probe.error.message}
        </Notice>
      </main>
    )
  return probe.data === undefined ? null : children
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ControlError && error.status === 401

const KeyForm = () => {
  const key = useSignal('')
  const problem = useSignal('')
  const { title, lead, label, open, wrong, unreachable } = words()
  const tryKey = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      await control('GET', '/workspaces', { workspace: null, key: key.value })
      adminKey.value = key.value
      isKeyNeeded.value = false
    } catch (error) {
      problem.value = isUnauthorized(error) ? wrong : `${unreachable} ${(error as Error).message}`
    }
  }
  return (
    <main class="gate">
      <form onSubmit={tryKey}>
        <h1>{title}</h1>
        <p>{lead}</p>
        <TextField
          label={label}
          type="password"
          value={key.value}
          onInput={setterOf(key)}
          isRequired
        />
        <button type="submit" class="primary">
          {open}
        </button>
        {problem.value !== '' && <Notice tone="error">{problem.value}</Notice>}
      </form>
    </main>
  )
}
