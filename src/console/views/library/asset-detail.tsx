import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { LibraryAccess, LibraryCollections } from '#src/client/generated/control.ts'
import type { E4Result } from '#src/client/generated/interface.ts'
import { usePages } from '../../api/loaded.ts'
import { callOperation, readFixtures, useOperation } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { linkTo } from '../../api/place.ts'
import { usePeople } from '../../api/records.ts'
import { Button, CopyButton } from '../../parts/action.tsx'
import { choice } from '../../parts/fields/schema.ts'
import { ActionForm, Form } from '../../parts/form.tsx'
import { Facts, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonDetails, PersonName, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'

export type Collections = LibraryCollections['collections']

export const collectionChoice = (collections: Collections) => ({
  title: t('Add to collection'),
  oneOf: [
    { const: '', title: t('no collection') },
    ...collections.map(({ id, name }) => ({ const: String(id), title: `${name} · ${id}` })),
  ],
})

interface DetailProps {
  readonly id: number
  readonly back: string
  readonly collections: Collections
}

export const AssetDetail = ({ id, back, collections }: DetailProps) => {
  const shown = useSignal({ as: '' })
  const as = shown.value.as || undefined
  const loaded = useOperation<E4Result>('E4', { assetIdList: [id] }, as)
  const access = usePages<LibraryAccess['users'][number]>('/library/access', 'users', { asset: id })
  const emails = access.data?.rows.map(({ email }) => email) ?? []
  return (
    <div class="stack">
      <a href={back}>← {t('Back to the list')}</a>
      <Panel
        title={loaded.data?.detail[0]?.subResList[0]?.name ?? t('Asset')}
        focusOn={id}
        marks={
          <>
            <span class="mono muted">{id}</span>
            <CopyButton label={t('Copy id')} text={() => String(id)} />
          </>
        }
      >
        <Form
          value={shown}
          fields={{
            as: choice(
              'As E4 returns it to',
              ['', ...emails],
              (email) => email || t('the application owner'),
            ),
          }}
        />
        <Shown
          loaded={loaded}
          isEmpty={({ detail }) => detail.length === 0}
          empty={t('E4 does not return this asset to this user.')}
        >
          {({ detail: [detail] }) =>
            detail && (
              <AssetFacts detail={detail}>
                <AddToCollection asset={id} as={as} collections={collections} />
              </AssetFacts>
            )
          }
        </Shown>
      </Panel>
      <Panel title={t('Visible to')}>
        <Shown loaded={access}>
          {({ rows, hasMore }) => (
            <>
              <Table
                rows={rows}
                keyOf={({ userId }) => userId}
                columns={[
                  {
                    name: t('User'),
                    isHead: true,
                    of: ({ email, role }) => [email, ' ', <Badge key={role}>{t(role)}</Badge>],
                  },
                  { name: t('Can see it'), of: ({ sees }) => <YesNo value={sees} /> },
                  { name: t('May download'), of: (user) => <YesNo value={user.mayDownload} /> },
                ]}
              />
              {hasMore && <Button onClick={access.more}>{t('Show more')}</Button>}
            </>
          )}
        </Shown>
      </Panel>
    </div>
  )
}

interface AddProps {
  readonly asset: number
  readonly as: string | undefined
  readonly collections: Collections
}

const AddToCollection = ({ asset, as, collections }: AddProps) => {
  const add = async ({ collection }: { collection: string }): Promise<void> => {
    const actor = as ?? (await readFixtures()).users?.owner?.email
    const param = { collectionId: Number(collection), assetIds: [asset] }
    await callOperation('E22', param, { as: actor })
  }
  return (
    <div class="library-add">
      <ActionForm
        start={{ collection: '' }}
        fields={() => ({ collection: collectionChoice(collections) })}
        name="Add (E22)"
        run={add}
        isReady={({ collection }) => collection !== ''}
      />
    </div>
  )
}

type Detail = E4Result['detail'][number]
type File = Detail['subResList'][number]

const PICTURE_SIZE = 48

const TONES = ['plain', 'warning', 'good', 'bad'] as const
const APPROVALS = ['not in approval', 'in approval', 'approved', 'rejected'] as const

/** The status of the approval of an asset (A-9-5); a number that a seed invents is shown as it is. */
export const ApprovalBadge = ({ status }: { status: number }) => (
  <Badge tone={TONES[status]}>
    {APPROVALS[status] === undefined ? status : t(APPROVALS[status])}
  </Badge>
)

const AssetFacts = ({ detail, children }: { detail: Detail; children: ComponentChildren }) => {
  const { materialOrigin, subResList, collectionInfo, updateUser } = detail
  const people = usePeople([materialOrigin.createUser, updateUser])
  const whenAndWho = (atMs: number, user: number) => (
    <>
      {formatTime(atMs)} · <PersonName id={user} people={people} />
    </>
  )
  const collections = collectionInfo.map(({ id, groupName }) => (
    <div key={id}>
      <a href={linkTo('library', 'collection', id)}>{groupName}</a>
    </div>
  ))
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
            [t('In collections'), collections.length === 0 ? t('none') : collections],
          ]}
        />
      </div>
      {children}
      <Files files={subResList} />
      <JsonDetails label={t('The full response of E4')} value={detail} />
    </>
  )
}

const Files = ({ files }: { files: readonly File[] }) => (
  <div class="scroll library-table">
    <h3>{t('Files')}</h3>
    <Table
      rows={files}
      keyOf={({ id }) => id}
      columns={[
        { name: t('Name'), isHead: true, of: picturedName },
        { name: t('Type'), of: ({ type, fileFormatType }) => `${type} ${fileFormatType}` },
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
