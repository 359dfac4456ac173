import type { E4Result } from '#src/client/generated/interface.ts'
import { ownFileUrl } from '../../api/own-file-url.ts'
import { FilePicture } from '../../parts/file-picture.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { formatBytes, formatNumber } from '../../texts/language.ts'
import { words } from './library-texts.ts'

type File = E4Result['detail'][number]['subResList'][number]

const PICTURE_SIZE = 48

/** The files or texts of an asset, with links to download them. */
export const AssetFiles = ({ files }: { readonly files: readonly File[] }) => {
  const text = words()
  return (
    <div class="scroll library-table">
      <h3>{text.files}</h3>
      <table>
        <TableHead
          columns={[text.name, text.type, text.measures, { number: text.size }, text.download]}
        />
        <tbody>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </tbody>
      </table>
      {files.map(
        ({ id, name, baseText }) =>
          baseText !== null && (
            <details key={id}>
              <summary>
                {text.text}: {name}
              </summary>
              <pre class="library-text">{baseText}</pre>
            </details>
          ),
      )}
    </div>
  )
}

const FileRow = ({ file }: { readonly file: File }) => {
  const text = words()
  const { id, name, type, fileFormatType, size, thunder, downloadUrl, updateTime } = file
  const url = ownFileUrl(downloadUrl)
  return (
    <tr>
      <th scope="row">
        <div class="library-file">
          <FilePicture
            signed={thunder}
            alt=""
            size={PICTURE_SIZE}
            version={`${updateTime} ${size}`}
          />
          <span>
            {name} <span class="muted mono">{id}</span>
          </span>
        </div>
      </th>
      <td>
        {type} <span class="muted">{fileFormatType}</span>
      </td>
      <td>{measuresOf(file)}</td>
      <td class="number">{formatBytes(size)}</td>
      <td>
        {url === undefined ? (
          <span class="muted">{text.noDownload}</span>
        ) : (
          <a href={url} download={name} aria-label={text.downloadOf(name)}>
            {text.download}
          </a>
        )}
      </td>
    </tr>
  )
}

const measuresOf = ({ width, height, duration, wordNum }: File): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    duration !== null && `${(duration / 1_000).toFixed(1)} s`,
    wordNum !== null && `${formatNumber(wordNum)} ${words().words}`,
  ]
    .filter((measure) => measure !== false)
    .join(', ')
