import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useOnce } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { linkTo, workspaceId } from '../../api/place.ts'
import { Button } from '../../parts/action.tsx'
import { choice } from '../../parts/fields/schema.ts'
import { Form, held } from '../../parts/form.tsx'
import { formatBytes } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { type Collections, collectionChoice } from './asset-detail.tsx'
import { addFile, clearEnded, hasEnded, STEPS, type Upload, uploads } from './upload-queue.ts'

interface UploadProps {
  readonly collections: Collections
  /** The collection whose assets are shown, which files go to unless another is chosen. */
  readonly selected: number | undefined
}

export const UploadPanel = ({ collections, selected }: UploadProps) => {
  const { data: fixtures } = useOnce(() => readFixtures())
  const emails = Object.values(fixtures?.users ?? {}).map(({ email }) => email)
  // Uploads that name no acting user would have findings.
  const usual = {
    as: fixtures?.users?.owner?.email ?? '',
    approver: '',
    collection: String(selected ?? ''),
  }
  const draft = useSignal<Partial<typeof usual>>({})
  const chosen = { ...usual, ...draft.value }
  // What was not chosen follows the list.
  const choose = (changed: typeof usual): void => {
    const known = new Map(Object.entries(usual))
    const own = Object.entries(changed).filter(([name, value]) => value !== known.get(name))
    draft.value = Object.fromEntries(own)
  }
  const add = (files: FileList): void => {
    const { as, approver, collection } = chosen
    const destination = {
      workspace: workspaceId.value,
      as: as || undefined,
      approver: approver || undefined,
      collectionId: Number(collection) || undefined,
    }
    for (const file of files) addFile(file, destination)
  }
  const isOver = useDrop(add)
  return (
    <section class="panel library-upload" aria-label={t('Upload')}>
      <div class="row">
        <FileButton onFiles={add} />
        <Form
          class="row"
          value={held(() => ({ ...usual, ...draft.value }), choose)}
          fields={{
            as: choice(
              'Upload as',
              ['', ...emails],
              (email) => email || t('no user (the application owner)'),
            ),
            approver:
              fixtures?.approval !== undefined &&
              choice('Ingest', ['', ...emails], (email) =>
                email === '' ? t('immediately (E21)') : t('when {1} approves (E9)', email),
              ),
            collection: chosen.approver === '' && collectionChoice(collections),
          }}
        />
      </div>
      {isOver.value && <div class="library-drop">{t('Drop files to upload them')}</div>}
      <UploadList />
    </section>
  )
}

const FileButton = ({ onFiles }: { onFiles: (files: FileList) => void }) => (
  <label class="button library-choose">
    {t('Choose files')}
    <input
      type="file"
      multiple
      class="unseen"
      onChange={({ currentTarget }) => {
        if (currentTarget.files) onFiles(currentTarget.files)
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
    />
  </label>
)

/** Takes files that are dropped anywhere on the page; the browser would open them otherwise. */
const useDrop = (add: (files: FileList) => void): Signal<boolean> => {
  const isOver = useSignal(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const ending = new AbortController()
    const listen = (event: DragEvent): void => {
      const { dataTransfer, type, relatedTarget } = event
      if (!dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      isOver.value = type === 'dragover' || (type === 'dragleave' && relatedTarget !== null)
      if (type === 'drop') latest.current(dataTransfer.files)
    }
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      addEventListener(type, listen, { signal: ending.signal })
    return () => ending.abort()
  }, [])
  return isOver
}

const UploadList = () => {
  const workspace = workspaceId.value
  const own = uploads.value.filter((upload) => upload.workspace === workspace)
  if (own.length === 0) return null
  return (
    <>
      <ul class="plain-list library-uploads" aria-label={t('Uploads')}>
        {own.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {own.some(hasEnded) && (
        <div class="row">
          <Button onClick={() => clearEnded(workspace)}>{t('Clear finished uploads')}</Button>
        </div>
      )}
    </>
  )
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { name, size, sent, step, problem, assetId, approvalId, cancel } = upload
  return (
    <li>
      <span class="cut" title={name}>
        {name} <span class="muted">{formatBytes(size)}</span>
      </span>
      <progress
        aria-label={t('Progress of {1}', name)}
        value={step === 'done' ? size || 1 : sent}
        max={size || 1}
      />
      <span role="status" class={step === 'failed' ? 'library-problem' : 'muted'}>
        {t(STEPS[step])}
        {problem !== undefined && `: ${problem}`}
      </span>
      {!hasEnded(upload) && (
        <Button aria-label={t('Cancel {1}', name)} onClick={cancel}>
          {t('Cancel')}
        </Button>
      )}
      {approvalId !== undefined && (
        <a href={linkTo('approvals', approvalId)} aria-label={t('Approval of {1}', name)}>
          {t('Approval')}
        </a>
      )}
      {assetId !== undefined && (
        <a href={linkTo('library', 'asset', assetId)} aria-label={t('Open {1}', name)}>
          {t('Open')}
        </a>
      )}
    </li>
  )
}
