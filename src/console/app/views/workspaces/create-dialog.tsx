import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CreatedWorkspace } from '#src/client/generated/control.ts'
import { noteChange } from '../../api/changes.ts'
import { control } from '../../api/control.ts'
import { linkIn } from '../../api/place.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { EMPTY_WORKSPACE, type NewWorkspace, OptionFields, optionsOf } from './new-workspace.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { changeWords } from './workspace-change-texts.ts'

/** The dialog that creates a workspace, and then shows how to call it. */
export const CreateDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = changeWords()
  const draft = useSignal(EMPTY_WORKSPACE)
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
        <form class="workspaces-create" onSubmit={create}>
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

const Created = ({ workspace }: { readonly workspace: CreatedWorkspace }) => {
  const text = changeWords()
  const { id, name, baseUrl, accessToken } = workspace
  const next = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => next.current?.focus(), [])
  return (
    <div class="workspaces-create">
      <Notice tone="success">{text.created(name)}</Notice>
      <p>
        <code>{baseUrl}</code>
      </p>
      <div class="row">
        <CopyButton label={text.copyUrl} text={() => baseUrl} />
        {accessToken !== '' && <CopyButton label={text.copyToken} text={() => accessToken} />}
        <a ref={next} class="button workspaces-switch" href={linkIn(id, 'workspaces')}>
          {text.goTo(name)}
        </a>
      </div>
    </div>
  )
}
