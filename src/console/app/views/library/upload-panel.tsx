import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Fixtures } from '#src/client/generated/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { readFixtures } from '../../api/operations.ts'
import { linkTo, workspaceId } from '../../api/place.ts'
import { tell } from '../../parts/action.tsx'
import { choices, Form, held } from '../../parts/form.tsx'
import { formatBytes } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { type Collections, collectionChoices } from './library-data.ts'
import {
  addFiles,
  clearEnded,
  type Dropped,
  hasEnded,
  type Upload,
  uploads,
} from './upload-queue.ts'

/** What a person chooses for the next files; empty for none. */
interface UploadChoices {
  /** E-mail address of the acting user. */
  readonly as: string
  /** E-mail address of the user who has to approve; E21 ingests at once without it. */
  readonly approver: string
  /** Id of the collection. */
  readonly collection: string
}

/** Takes files by a button or dropped anywhere on the page, and shows how far each is. */
export const UploadPanel = ({
  collections,
  selected,
}: {
  collections: Collections | undefined
  /** The collection whose assets are shown, which files go to unless another is chosen. */
  selected: number | undefined
}) => {
  const { data: fixtures } = useLoaded(() => readFixtures(), [], { isLive: false })
  // Uploads that name no acting user would have findings.
  const usual = {
    as: fixtures?.users?.owner?.email ?? '',
    approver: '',
    collection: String(selected ?? ''),
  }
  const draft = useSignal<Partial<UploadChoices>>({})
  const chosen: UploadChoices = { ...usual, ...draft.value }
  const add = (files: readonly Dropped[]): void => {
    const { as, approver, collection } = chosen
    const problem = addFiles(files, {
      workspace: workspaceId.value,
      as: as || undefined,
      approver: approver || undefined,
      collectionId: collection === '' ? undefined : Number(collection),
    })
    if (problem !== undefined) tell(problem, 'error')
  }
  const isOver = useDrop(add)
  return (
    <section class="panel library-upload" aria-label={t('Upload')}>
      <div class="row">
        <FileButton onFiles={add} />
        <UploadFields {...{ draft, chosen, fixtures, collections }} />
      </div>
      {isOver.value && <div class="library-drop">{t('Drop files to upload them')}</div>}
      <UploadList />
    </section>
  )
}

/** The acting user of the next uploads, the way they get into the library, and their collection. */
const UploadFields = ({
  draft,
  chosen,
  fixtures,
  collections,
}: {
  draft: Signal<Partial<UploadChoices>>
  chosen: UploadChoices
  fixtures: Partial<Fixtures> | undefined
  collections: Collections | undefined
}) => {
  const emails = ['', ...Object.values(fixtures?.users ?? {}).map(({ email }) => email)]
  const fields = held(
    () => ({ ...chosen, ...draft.value }),
    (changed) => {
      const usual = new Map(Object.entries(chosen))
      const own = Object.entries(changed).filter(
        ([name, value]) => Object.hasOwn(draft.value, name) || value !== usual.get(name),
      )
      draft.value = Object.fromEntries(own)
    },
  )
  return (
    <Form
      class="row"
      value={fields}
      fields={{
        as: {
          title: t('Upload as'),
          oneOf: choices(emails, (email) => email || t('none: the owner acts')),
        },
        approver: fixtures?.approval !== undefined && {
          title: t('Ingest'),
          oneOf: choices(emails, (email) =>
            email === '' ? t('at once (E21)') : t('when {1} approves (E9)', email),
          ),
        },
        collection: chosen.approver === '' && {
          title: t('Add to collection'),
          oneOf: collectionChoices(collections, chosen.collection),
        },
      }}
    />
  )
}

const FileButton = ({ onFiles }: { onFiles: (files: readonly Dropped[]) => void }) => {
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
        {t('Choose files')}
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

/** The uploads into the workspace that is shown, the newest first. */
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
          <button type="button" onClick={() => clearEnded(workspace)}>
            {t('Clear the finished ones')}
          </button>
        </div>
      )}
    </>
  )
}

const STEPS = {
  waiting: 'waiting',
  sending: 'sending the parts',
  merging: 'merging the parts (E13)',
  atom: 'making an atom (E16)',
  ingesting: 'ingesting it (E21)',
  adding: 'adding it to the collection (E22)',
  asking: 'asking for approval (E9)',
  done: 'done',
  asked: 'sent for approval',
  cancelled: 'cancelled; the upload was aborted',
  failed: 'failed',
} as const

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { name, size, sent, step, problem, assetId, approvalId, cancel } = upload
  return (
    <li>
      <span class="library-name" title={name}>
        {name} <span class="muted">{formatBytes(size)}</span>
      </span>
      <progress
        aria-label={t('Progress of {1}', name)}
        value={step === 'done' ? 1 : sent}
        max={size || 1}
      />
      <span role="status" class={step === 'failed' ? 'library-problem' : 'muted'}>
        {t(STEPS[step])}
        {problem !== undefined && `: ${problem}`}
      </span>
      {!hasEnded(upload) && (
        <button type="button" aria-label={t('Cancel {1}', name)} onClick={cancel}>
          {t('Cancel')}
        </button>
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
