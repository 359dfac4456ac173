import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import type { WorkspaceDetail } from '#src/client/generated/control.ts'
import { control, openControl } from '../../api/control.ts'
import { forgetFixtures } from '../../api/fixtures.ts'
import { Action } from '../../parts/action.tsx'
import { tell } from '../../parts/toasts.tsx'
import { formatNumber } from '../../texts/language.ts'
import { changeWords } from './workspace-change-texts.ts'

/** The export of the workspace as an archive, and the import of one. */
export const TransferPanel = ({ workspace }: { readonly workspace: WorkspaceDetail }) => {
  const text = changeWords()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const file = useSignal<File | undefined>(undefined)
  const importIt = async (): Promise<void> => {
    const { files } = await control<{ files: number }>('PUT', '/export', {
      ...(file.value && { body: file.value }),
    })
    forgetFixtures()
    if (input.current) input.current.value = ''
    file.value = undefined
    tell(text.imported(formatNumber(files)))
  }
  return (
    <section class="panel" aria-labelledby="workspace-transfer">
      <h2 id="workspace-transfer">{text.transfer}</h2>
      <p class="muted">{text.transferLead}</p>
      <div class="row">
        <Action run={() => download(workspace.id)} done={text.exported}>
          {text.exportIt}
        </Action>
      </div>
      <div class="field">
        <label for={id}>{text.file}</label>
        <input
          id={id}
          ref={input}
          type="file"
          accept=".tar,application/x-tar"
          onChange={({ currentTarget }) => {
            file.value = currentTarget.files?.[0]
          }}
        />
      </div>
      <div class="row">
        <Action
          tone="danger"
          run={importIt}
          confirm={text.importQuestion}
          isDisabled={file.value === undefined}
        >
          {text.importIt}
        </Action>
      </div>
    </section>
  )
}

/** The admin key goes in a header, which a plain link could not send. */
const download = async (id: string): Promise<void> => {
  const reply = await openControl('GET', '/export')
  const url = URL.createObjectURL(await reply.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = nameIn(reply.headers.get('content-disposition')) ?? `workspace-${id}.tar`
  link.click()
  // The browser has taken the bytes over by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

const nameIn = (disposition: string | null): string | undefined =>
  /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]
