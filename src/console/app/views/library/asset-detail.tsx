import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { LibraryAccess } from '#src/client/generated/control.ts'
import type { E4Result } from '#src/client/generated/interface.ts'
import { control } from '../../api/control.ts'
import { useLoaded } from '../../api/loaded.ts'
import { callOperation, readFixtures, readOperation } from '../../api/operations.ts'
import { ownFileUrl } from '../../api/own-files.ts'
import { linkTo } from '../../api/place.ts'
import { usePeople } from '../../api/records.ts'
import { Action, CopyButton } from '../../parts/action.tsx'
import { Form } from '../../parts/form.tsx'
import { Facts, Panel, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, FilePicture, JsonView, PersonName, YesNo } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { type Collections, collectionChoices } from './library-data.ts'

/** An asset as E4 answers it to a user, and who sees it. */
export const AssetDetail = ({
  id,
  back,
  collections,
}: {
  id: number
  back: string
  collections: Collections | undefined
}) => {
  const as = useSignal<string | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [id])
  const loaded = useLoaded(
    (signal) => readOperation<E4Result>('E4', { assetIdList: [id] }, signal, as.value),
    [id, as.value],
  )
  const show = (email: string | undefined): void => {
    as.value = email
    heading.current?.scrollIntoView()
  }
  return (
    <section class="stack" aria-labelledby="library-asset">
      <div class="row">
        <a href={back}>← {t('Back to the list')}</a>
      </div>
      <div class="row">
        <h2 id="library-asset" tabIndex={-1} ref={heading}>
          {loaded.data?.detail[0]?.subResList[0]?.name ?? t('Asset')}
        </h2>
        <span class="mono muted">{id}</span>
        <CopyButton label={t('Copy id')} text={() => String(id)} />
      </div>
      <p class="row">
        <span>
          {t('As E4 answers it to:')}{' '}
          <strong>{as.value ?? t('the owner of the application')}</strong>
        </span>
        {as.value !== undefined && (
          <button type="button" onClick={() => show(undefined)}>
            {t('Show as the owner')}
          </button>
        )}
      </p>
      <Shown
        loaded={loaded}
        isEmpty={({ detail }) => detail.length === 0}
        empty={t(
          'E4 does not answer this asset to this user. “Visible to” below lists the users who see it, and why.',
        )}
      >
        {(answer) =>
          answer.detail.map((detail) => (
            <AssetFacts key={id} detail={detail}>
              <AddToCollection asset={id} as={as.value} collections={collections} />
            </AssetFacts>
          ))
        }
      </Shown>
      <Panel title={t('Visible to')}>
        <AccessTable of="asset" id={id} onShowAs={show} />
      </Panel>
    </section>
  )
}

/** Adds an asset to a collection by E22, as the user whose view is shown. */
const AddToCollection = ({
  asset,
  as,
  collections,
}: {
  asset: number
  /** E-mail address of the acting user; the owner of the application without it. */
  as: string | undefined
  collections: Collections | undefined
}) => {
  const draft = useSignal({ collection: '' })
  const { collection } = draft.value
  const add = async (): Promise<void> => {
    const actor = as ?? (await readFixtures()).users?.owner?.email
    const param = { collectionId: Number(collection), assetIds: [asset] }
    await callOperation('E22', param, actor === undefined ? {} : { as: actor })
  }
  return (
    <div class="row library-add">
      <Form
        value={draft}
        fields={{
          collection: {
            title: t('Add to collection'),
            oneOf: collectionChoices(collections, collection),
          },
        }}
      />
      <Action run={add} done={t('The asset is in the collection.')} isDisabled={collection === ''}>
        {t('Add (E22)')}
      </Action>
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
  <Badge tone={TONES[status] ?? 'plain'}>
    {APPROVALS[status] === undefined ? status : t(APPROVALS[status])}
  </Badge>
)

/** What E4 answers about an asset. */
const AssetFacts = ({
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

type User = LibraryAccess['users'][number]

/** Which users see an asset or a collection, and why, by the rules of the operations. */
export const AccessTable = ({
  of,
  id,
  onShowAs,
}: {
  of: 'asset' | 'collection'
  id: number
  /** Shows the details as a user sees them. */
  onShowAs?: (email: string) => void
}) => {
  const pages = useSignal(1)
  const loaded = useLoaded((signal) => readUsers(of, id, pages.peek(), signal), [of, id])
  const more = (): void => {
    pages.value += 1
    loaded.reload()
  }
  return (
    <div class="scroll library-table">
      <p class="muted">{t('By the rules that operations apply, for every user.')}</p>
      <Shown loaded={loaded}>
        {({ users, next }) => (
          <>
            <Table
              rows={users}
              keyOf={({ userId }) => userId}
              columns={[
                { name: t('User'), isHead: true, of: nameOf },
                { name: t('Sees it'), of: ({ sees }) => <YesNo value={sees} /> },
                {
                  name: of === 'asset' ? t('May download') : t('May add'),
                  of: (user) => <YesNo value={user.mayDownload ?? user.mayAdd ?? false} />,
                },
                {
                  name: t('Why'),
                  of: ({ reasons }) =>
                    reasons.map((reason) => (
                      <div key={JSON.stringify(reason)}>
                        {describeReason(reason, of === 'collection' ? id : null)}
                      </div>
                    )),
                },
                ...(onShowAs
                  ? [{ name: null, of: ({ email }: User) => showAs(email, onShowAs) }]
                  : []),
              ]}
            />
            {next !== null && (
              <button type="button" onClick={more}>
                {t('Show more')}
              </button>
            )}
          </>
        )}
      </Shown>
    </div>
  )
}

/** Reads the first pages of users. */
const readUsers = async (
  of: string,
  id: number,
  pages: number,
  signal: AbortSignal,
): Promise<LibraryAccess> => {
  const users: User[] = []
  let after: number | undefined
  for (let page = 1; ; page += 1) {
    const query = { [of]: id, after }
    const read = await control<LibraryAccess>('GET', '/library/access', { query, signal })
    users.push(...read.users)
    if (read.next === null || page >= pages) return { ...read, users }
    after = read.next
  }
}

const nameOf = ({ email, nickname, role, account }: User) => {
  return (
    <>
      <span>{nickname}</span> <span class="muted">{email}</span> <Badge>{t(role)}</Badge>{' '}
      {account !== 'active' && (
        <Badge tone="warning">{t(account === 'disabled' ? 'account disabled' : account)}</Badge>
      )}
    </>
  )
}

const showAs = (email: string, onShowAs: (email: string) => void) => {
  const text = t('Show as this user')
  return (
    <button type="button" aria-label={`${text}: ${email}`} onClick={() => onShowAs(email)}>
      {text}
    </button>
  )
}

const REASONS = {
  administrator: 'administrator',
  creator: 'created it',
  user: 'a right of the user',
  department: 'a right of the department',
  everyone: 'a right of everyone',
  collection: 'in the collection',
  archive: 'archive groups are open to all (A-17-2)',
} as const

/** A reason in a few words; a right of the collection that is shown itself needs no id. */
const describeReason = (
  { kind, name, role, rightOf }: User['reasons'][number],
  shown: number | null,
): string => {
  const right =
    rightOf === null || rightOf === shown ? null : t('on collection {1}', String(rightOf))
  const known = [name, role, right].filter((fact) => fact !== null)
  return known.length === 0 ? t(REASONS[kind]) : `${t(REASONS[kind])}: ${known.join(', ')}`
}
