import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { workspaceId } from '../../api/place.ts'
import { tell } from '../../parts/toasts.tsx'
import type { Collections } from './library-data.ts'
import { UploadFields } from './upload-choices.tsx'
import { UploadList } from './upload-list.tsx'
import { addFiles, type Dropped } from './upload-queue.ts'
import { uploadWords } from './upload-texts.ts'

/** Takes files by a button or dropped anywhere on the page, and shows how far each is. */
export const UploadPanel = ({
  collections,
  selected,
}: {
  readonly collections: Collections | undefined
  /** The collection whose assets are shown, which files go to unless another is chosen. */
  readonly selected: number | undefined
}) => {
  const text = uploadWords()
  const choices = {
    as: useSignal(''),
    approver: useSignal(''),
    collection: useSignal<string | undefined>(undefined),
  }
  useEffect(() => {
    choices.collection.value = undefined
  }, [selected])
  const shown = String(selected ?? '')
  const add = (files: readonly Dropped[]): void => {
    const collection = choices.collection.value ?? shown
    const problem = addFiles(files, {
      workspace: workspaceId.value,
      as: choices.as.value || undefined,
      approver: choices.approver.value || undefined,
      collectionId: collection === '' ? undefined : Number(collection),
    })
    if (problem !== undefined) tell(problem, 'error')
  }
  const isOver = useDrop(add)
  return (
    <section class="panel library-upload" aria-label={text.upload}>
      <div class="row">
        <FileButton onFiles={add} />
        <UploadFields choices={choices} collections={collections} selected={shown} />
      </div>
      {isOver.value && <div class="library-drop">{text.drop}</div>}
      <UploadList />
    </section>
  )
}

const FileButton = ({ onFiles }: { readonly onFiles: (files: readonly Dropped[]) => void }) => {
  const id = useId()
  return (
    <div class="library-choose">
      <input
        id={id}
        type="file"
        multiple
        class="unseen"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])].map((file) => ({ file, isFolder: false })))
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <label for={id} class="button">
        {uploadWords().choose}
      </label>
    </div>
  )
}

/** Takes files that are dropped anywhere on the page; the browser would open them otherwise. */
const useDrop = (add: (files: readonly Dropped[]) => void): Signal<boolean> => {
  const isOver = useSignal(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const ending = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          event.preventDefault()
          act(event)
        },
        { signal: ending.signal },
      )
    listen('dragover', () => {
      isOver.value = true
    })
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) isOver.value = false
    })
    listen('drop', ({ dataTransfer }) => {
      isOver.value = false
      latest.current(droppedIn(dataTransfer))
    })
    return () => ending.abort()
  }, [])
  return isOver
}

const droppedIn = (transfer: DataTransfer | null): Dropped[] =>
  [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.getAsFile()
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : []
  })
