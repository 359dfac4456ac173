import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { readFixtures } from '../../api/operations.ts'
import { linkTo, workspaceId } from '../../api/place.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { SelectField } from '../../parts/fields.tsx'
import { tell } from '../../parts/toasts.tsx'
import { formatBytes } from '../../shell/language.ts'
import type { Collections } from './library-data.ts'
import { words } from './library-texts.ts'
import {
  addFiles,
  clearEnded,
  type Dropped,
  hasEnded,
  type Upload,
  uploads,
} from './upload-queue.ts'

/** More choices than this are no help; the rest is found in the tree. */
const MAX_CHOICES = 500

interface UploadPanelProps {
  readonly collections: Collections | undefined
  /** The collection whose assets are shown, which files go to unless another is chosen. */
  readonly selected: number | undefined
}

/** Takes files by a button or dropped anywhere on the page, and shows how far each is. */
export const UploadPanel = ({ collections, selected }: UploadPanelProps) => {
  const text = words()
  const as = useSignal('')
  const chosen = useSignal<string | undefined>(undefined)
  useEffect(() => {
    chosen.value = undefined
  }, [selected])
  const collection = chosen.value ?? String(selected ?? '')
  const add = (files: readonly Dropped[]): void => {
    const problem = addFiles(files, {
      workspace: workspaceId.value,
      as: as.value || undefined,
      collectionId: collection === '' ? undefined : Number(collection),
    })
    if (problem !== undefined) tell(problem, 'error')
  }
  const isOver = useDrop(add)
  return (
    <section class="panel library-upload" aria-label={text.upload}>
      <div class="row">
        <FileButton onFiles={add} />
        <UserChoice as={as} />
        <SelectField
          label={text.addTo}
          value={collection}
          options={choicesOf(collections, collection)}
          onChange={(value) => {
            chosen.value = value
          }}
        />
      </div>
      {isOver.value && <div class="library-drop">{text.drop}</div>}
      <UploadList />
    </section>
  )
}

const choicesOf = (collections: Collections | undefined, chosen: string) => {
  const list = collections?.list ?? []
  const first = list.slice(0, MAX_CHOICES)
  const known = collections?.byId.get(Number(chosen))
  const shown = known && !first.includes(known) ? [known, ...first] : first
  return [
    { value: '', text: words().noCollection },
    ...shown.map(({ id, name }) => ({ value: String(id), text: `${name} · ${id}` })),
  ]
}

const UserChoice = ({ as }: { readonly as: Signal<string> }) => {
  const text = words()
  const { data } = useLoaded(() => readFixtures(), [], { isLive: false })
  const emails = Object.values(data?.users ?? {}).map(({ email }) => email)
  return (
    <SelectField
      label={text.uploadAs}
      value={as.value}
      options={[
        { value: '', text: text.owner },
        ...emails.map((email) => ({ value: email, text: email })),
      ]}
      onChange={(value) => {
        as.value = value
      }}
    />
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
        class="library-hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])].map((file) => ({ file, isFolder: false })))
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <label for={id} class="button">
        {words().choose}
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

const UploadList = () => {
  const text = words()
  const workspace = workspaceId.value
  const own = uploads.value.filter((upload) => upload.workspace === workspace)
  if (own.length === 0) return null
  return (
    <>
      <ul class="library-uploads" aria-label={text.uploads}>
        {own.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {own.some(hasEnded) && (
        <div class="row">
          <button type="button" onClick={() => clearEnded(workspace)}>
            {text.clear}
          </button>
        </div>
      )}
    </>
  )
}

const UploadRow = ({ upload }: { readonly upload: Upload }) => {
  const text = words()
  const { name, size, sent, step, problem, assetId, cancel } = upload
  return (
    <li>
      <span class="library-name" title={name}>
        {name} <span class="muted">{formatBytes(size)}</span>
      </span>
      <progress
        aria-label={text.progress(name)}
        value={step === 'done' ? 1 : sent}
        max={size || 1}
      />
      <span role="status" class={step === 'failed' ? 'library-problem' : 'muted'}>
        {text.steps[step]}
        {problem !== undefined && `: ${problem}`}
      </span>
      {!hasEnded(upload) && (
        <button type="button" aria-label={text.cancelOf(name)} onClick={cancel}>
          {text.cancel}
        </button>
      )}
      {assetId !== undefined && (
        <a href={linkTo('library', 'asset', assetId)} aria-label={text.openOf(name)}>
          {text.open}
        </a>
      )}
    </li>
  )
}
