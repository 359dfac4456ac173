import type { ComponentChildren } from 'preact'
import type { E4Result } from '#src/client/generated/interface.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { linkTo } from '../../api/place.ts'
import { usePeople } from '../../api/records.ts'
import { Facts } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonView, PersonName, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

type Detail = E4Result['detail'][number]
type File = Detail['subResList'][number]

const PICTURE_SIZE = 48

const TONES = ['plain', 'warning', 'good', 'bad'] as const
const APPROVALS = ['not in approval', 'in approval', 'approved', 'rejected'] as const

/** The status of the approval of an asset (A-9-5); a number that a seed invents is shown as it is. */
export const ApprovalBadge = ({ status }: { status: number }) => (
  <Badge tone={TONES[status] ?? 'plain'}>
    {APPROVALS[status] === undefined ? status : t(APPROVALS[status])}
  </Badge>
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
            [t('Extension'), detail.extension],
            [t('Size'), formatBytes(detail.size)],
            [t('Approval'), <ApprovalBadge status={detail.approvalStatus} />],
            [t('Created'), whenAndWho(detail.createTime, materialOrigin.createUser)],
            [t('Updated'), whenAndWho(detail.updateTime, updateUser)],
            [t('Tags'), detail.tags || t('none')],
            [t('Importance'), detail.importance],
            [t('Visibility'), materialOrigin.scenarioVisibility],
            [t('In collections'), linksTo(collectionInfo)],
          ]}
        />
      </div>
      {children}
      <Files files={subResList} />
      <Rights rights={detail.authInfoList} />
      <details>
        <summary>{t('The whole answer of E4')}</summary>
        <JsonView value={detail} label={t('The whole answer of E4')} />
      </details>
    </>
  )
}

const linksTo = (collections: Detail['collectionInfo']) =>
  collections.length === 0 ? (
    t('none')
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
  if (rights.length === 0) return null
  return (
    <div class="scroll library-table">
      <h3>{t('Rights')}</h3>
      <Table
        rows={rights}
        keyOf={({ unitType, unitId, dataRoleId }) => `${unitType} ${unitId} ${dataRoleId}`}
        columns={[
          { name: t('Unit of the right'), isHead: true, of: ({ unitName }) => unitName },
          {
            name: t('Role'),
            of: ({ dataRoleName, dataRoleCode }) => (
              <>
                {dataRoleName} <span class="muted mono">{dataRoleCode}</span>
              </>
            ),
          },
          { name: t('Editable'), of: ({ editable }) => <YesNo value={editable === 1} /> },
        ]}
      />
    </div>
  )
}

/** The files or texts of an asset, with links to download them. */
const Files = ({ files }: { files: readonly File[] }) => {
  return (
    <div class="scroll library-table">
      <h3>{t('Files')}</h3>
      <Table
        rows={files}
        keyOf={({ id }) => id}
        columns={[
          { name: t('Name'), isHead: true, of: picturedName },
          {
            name: t('Type'),
            of: ({ type, fileFormatType }) => (
              <>
                {type} <span class="muted">{fileFormatType}</span>
              </>
            ),
          },
          { name: t('Measures'), of: measuresOf },
          { name: t('Size'), class: 'number', of: ({ size }) => formatBytes(size) },
          { name: t('Download'), of: downloadOf },
        ]}
      />
      {files.map(
        ({ id, name, baseText }) =>
          baseText !== null && (
            <details key={id}>
              <summary>
                {t('Text')}: {name}
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
  const url = ownFileUrl(downloadUrl)
  if (url === undefined) return <span class="muted">{t('not for this user')}</span>
  return (
    <a href={url} download={name} aria-label={t('Download {1}', name)}>
      {t('Download')}
    </a>
  )
}

const measuresOf = ({ width, height, duration, wordNum }: File): string =>
  [
    width !== null && height !== null && `${width} × ${height}`,
    duration !== null && `${(duration / 1_000).toFixed(1)} s`,
    wordNum !== null && `${formatNumber(wordNum)} ${t('words')}`,
  ]
    .filter((measure) => measure !== false)
    .join(', ')
