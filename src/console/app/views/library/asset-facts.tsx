import type { ComponentChildren } from 'preact'
import type { E4Result } from '#src/client/generated/interface.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { linkTo } from '../../api/place.ts'
import { usePeople } from '../../api/records.ts'
import { Facts } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonView, PersonName, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'

type Detail = E4Result['detail'][number]
type File = Detail['subResList'][number]

const PICTURE_SIZE = 48

const TONES = ['plain', 'warning', 'good', 'bad'] as const

/** The status of the approval of an asset (A-9-5); a number that a seed invents is shown as it is. */
export const ApprovalBadge = ({ status }: { status: number }) => (
  <Badge tone={TONES[status] ?? 'plain'}>{words('library').approvals[status] ?? status}</Badge>
)

/** What E4 answers about an asset. */
export const AssetFacts = ({
  detail,
  children,
}: {
  detail: Detail
  /** What stands below the facts. */
  children: ComponentChildren
}) => {
  const text = words('library')
  const { materialOrigin, subResList, collectionInfo, updateUser } = detail
  const people = usePeople([materialOrigin.createUser, updateUser])
  const whenAndWho = (atMs: number, user: number) => (
    <>
      {formatTime(atMs)} · <PersonName id={user} people={people} />
    </>
  )
  const [first] = subResList
  return (
    <>
      <div class="library-facts">
        {first && (
          <FilePicture
            signed={first.transformPreviewUrl ?? first.thunder}
            alt={first.name}
            version={`${first.updateTime} ${first.size}`}
          />
        )}
        <Facts
          facts={[
            [text.extension, detail.extension],
            [text.size, formatBytes(detail.size)],
            [text.approval, <ApprovalBadge status={detail.approvalStatus} />],
            [text.created, whenAndWho(detail.createTime, materialOrigin.createUser)],
            [text.updated, whenAndWho(detail.updateTime, updateUser)],
            [text.tags, detail.tags || text.none],
            [text.importance, detail.importance],
            [text.visibility, materialOrigin.scenarioVisibility],
            [text.inCollections, linksTo(collectionInfo)],
          ]}
        />
      </div>
      {children}
      <Files files={subResList} />
      <Rights rights={detail.authInfoList} />
      <details>
        <summary>{text.json}</summary>
        <JsonView value={detail} label={text.json} />
      </details>
    </>
  )
}

const linksTo = (collections: Detail['collectionInfo']) =>
  collections.length === 0 ? (
    words('library').none
  ) : (
    <ul class="plain-list">
      {collections.map(({ id, groupName }) => (
        <li key={id}>
          <a href={linkTo('library', 'collection', id)}>{groupName}</a>
        </li>
      ))}
    </ul>
  )

const Rights = ({ rights }: { rights: Detail['authInfoList'] }) => {
  const text = words('library')
  if (rights.length === 0) return null
  return (
    <div class="scroll library-table">
      <h3>{text.rights}</h3>
      <Table
        rows={rights}
        keyOf={({ unitType, unitId, dataRoleId }) => `${unitType} ${unitId} ${dataRoleId}`}
        columns={[
          { name: text.unit, isHead: true, of: ({ unitName }) => unitName },
          {
            name: text.role,
            of: ({ dataRoleName, dataRoleCode }) => (
              <>
                {dataRoleName} <span class="muted mono">{dataRoleCode}</span>
              </>
            ),
          },
          { name: text.editable, of: ({ editable }) => <YesNo value={editable === 1} /> },
        ]}
      />
    </div>
  )
}

/** The files or texts of an asset, with links to download them. */
const Files = ({ files }: { files: readonly File[] }) => {
  const text = words('library')
  return (
    <div class="scroll library-table">
      <h3>{text.files}</h3>
      <Table
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          { name: text.name, isHead: true, of: picturedName },
          {
            name: text.type,
            of: ({ type, fileFormatType }) => (
              <>
                {type} <span class="muted">{fileFormatType}</span>
              </>
            ),
          },
          { name: text.measures, of: measuresOf },
          { name: text.size, class: 'number', of: ({ size }) => formatBytes(size) },
          { name: text.download, of: downloadOf },
        ]}
      />
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

const picturedName = ({ id, name, size, thunder, updateTime }: File) => (
  <div class="library-file">
    <FilePicture signed={thunder} size={PICTURE_SIZE} version={`${updateTime} ${size}`} />
    <span>
      {name} <span class="muted mono">{id}</span>
    </span>
  </div>
)

const downloadOf = ({ name, downloadUrl }: File) => {
  const text = words('library')
  const url = ownFileUrl(downloadUrl)
  if (url === undefined) return <span class="muted">{text.noDownload}</span>
  return (
    <a href={url} download={name} aria-label={text.downloadOf(name)}>
      {text.download}
    </a>
  )
}

const measuresOf = ({ width, height, duration, wordNum }: File): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    duration !== null && `${(duration / 1_000).toFixed(1)} s`,
    wordNum !== null && `${formatNumber(wordNum)} ${words('library').words}`,
  ]
    .filter((measure) => measure !== false)
    .join(', ')
