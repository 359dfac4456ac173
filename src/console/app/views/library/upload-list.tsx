import { linkTo, workspaceId } from '../../api/place.ts'
import { formatBytes } from '../../texts/language.ts'
import { clearEnded, hasEnded, type Upload, uploads } from './upload-queue.ts'
import { uploadWords } from './upload-texts.ts'

/** The uploads into the workspace that is shown, the newest first. */
export const UploadList = () => {
  const text = uploadWords()
  const workspace = workspaceId.value
  const own = uploads.value.filter((upload) => upload.workspace === workspace)
  if (own.length === 0) return null
  return (
    <>
      <ul class="plain-list library-uploads" aria-label={text.uploads}>
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
  const text = uploadWords()
  const { name, size, sent, step, problem, assetId, approvalId, cancel } = upload
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
      {approvalId !== undefined && (
        <a href={linkTo('approvals', approvalId)} aria-label={text.approvalOf(name)}>
          {text.approval}
        </a>
      )}
      {assetId !== undefined && (
        <a href={linkTo('library', 'asset', assetId)} aria-label={text.openOf(name)}>
          {text.open}
        </a>
      )}
    </li>
  )
}
