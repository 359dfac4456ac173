import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { linkTo, route } from '../../api/place.ts'
import { Form } from '../../parts/form.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { Badge, FilePicture } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { AccessTable, ApprovalBadge, AssetDetail } from './asset-detail.tsx'
import {
  type Collections,
  type ListedAsset,
  type ListedCollection,
  useAssets,
  useCollections,
} from './library-data.ts'
import { UploadPanel } from './upload-panel.tsx'
import './library.css'

/** The view Library: collections, assets with pictures, an asset in detail, and uploads. */
export default function LibraryView() {
  const loaded = useCollections()
  const query = useSignal({ text: '' })
  const [kind, rest = ''] = route.value.rest
  const id = /^\d{1,16}$/.test(rest) ? Number(rest) : undefined
  const isAsset = kind === 'asset'
  const given = kind === 'collection' ? id : undefined
  // The list stays at its collection while one of its assets is open.
  const kept = useSignal<number | undefined>(undefined)
  useEffect(() => {
    if (!isAsset) kept.value = given
  }, [isAsset, given])
  const shown = isAsset ? kept.value : given
  const name =
    shown === undefined ? t('All assets') : (loaded.data?.byId.get(shown)?.name ?? `${shown}`)
  const back = shown === undefined ? linkTo('library') : linkTo('library', 'collection', shown)
  return (
    <Page title="Library" lead="Collections and assets. Drop files to upload them.">
      <UploadPanel collections={loaded.data} selected={shown} />
      <div class="library">
        <Shown loaded={loaded}>
          {(collections) => <CollectionTree collections={collections} selected={shown} />}
        </Shown>
        {!isAsset ? (
          <AssetList key={shown} collection={shown} name={name} query={query} />
        ) : id === undefined ? (
          <Notice tone="error">{t('No asset has this id or this text in its name.')}</Notice>
        ) : (
          <AssetDetail key={id} id={id} back={back} collections={loaded.data} />
        )}
      </div>
    </Page>
  )
}

/** Collections below one that are rendered at once. */
const STEP = 100

interface TreeProps {
  readonly collections: Collections
  /** The collection whose assets are shown; all assets without it. */
  readonly selected: number | undefined
}

/** The collections as a tree, each a link to its assets. */
const CollectionTree = ({ collections, selected }: TreeProps) => {
  const path = pathTo(collections, selected)
  const { list, total } = collections
  return (
    <nav class="library-tree" aria-label={t('Collections')}>
      <a href={linkTo('library')} aria-current={selected === undefined ? 'true' : undefined}>
        {t('All assets')}
      </a>
      <Level collections={collections} selected={selected} parent={0} path={path} />
      {list.length < total && (
        <Notice>{t('The first {1} of {2} collections are shown.', list.length, total)}</Notice>
      )}
    </nav>
  )
}

/** The ids from a collection up to its root. */
const pathTo = ({ byId }: Collections, id: number | undefined): ReadonlySet<number> => {
  const path = new Set<number>()
  let at = id === undefined ? undefined : byId.get(id)
  while (at && !path.has(at.id)) {
    path.add(at.id)
    at = byId.get(at.parentId)
  }
  return path
}

interface LevelProps extends TreeProps {
  readonly parent: number
  readonly path: ReadonlySet<number>
}

const Level = (props: LevelProps) => {
  const { collections, parent } = props
  const shown = useSignal(STEP)
  const children = collections.below.get(parent) ?? []
  if (children.length === 0) return null
  return (
    <ul>
      {children.slice(0, shown.value).map((collection) => (
        <Branch key={collection.id} {...props} collection={collection} />
      ))}
      {children.length > shown.value && (
        <li>
          <button
            type="button"
            onClick={() => {
              shown.value += STEP
            }}
          >
            {t('Show more')}
          </button>
        </li>
      )}
    </ul>
  )
}

const Branch = ({ collection, ...level }: LevelProps & { collection: ListedCollection }) => {
  const { id, name, itemCount, archivePath } = collection
  const { collections, selected, path } = level
  // Undefined until a person decides; then the way to the selected collection is open.
  const chosen = useSignal<boolean | undefined>(undefined)
  const isOpen = chosen.value ?? (path.has(id) && id !== selected)
  const hasChildren = collections.below.has(id)
  return (
    <li>
      <div class="library-branch">
        {hasChildren ? (
          <button
            type="button"
            class="quiet"
            aria-expanded={isOpen}
            aria-label={t('Show what is below {1}', name)}
            onClick={() => {
              chosen.value = !isOpen
            }}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="library-leaf" />
        )}
        <a
          href={linkTo('library', 'collection', id)}
          aria-current={id === selected ? 'true' : undefined}
          title={archivePath ?? name}
        >
          <span class="library-name">{name}</span>
          {archivePath !== null && <Badge>{t('archive')}</Badge>}
          <span class="muted">{formatNumber(itemCount)}</span>
        </a>
      </div>
      {hasChildren && isOpen && <Level {...level} parent={id} />}
    </li>
  )
}

const ROW_HEIGHT = 60
const PICTURE_SIZE = 48

const COLUMNS: readonly Column<ListedAsset>[] = [
  {
    name: null,
    of: ({ thumbnail, updateTime, size, name }) => (
      <FilePicture
        signed={thumbnail}
        size={PICTURE_SIZE}
        version={`${updateTime} ${size} ${name}`}
      />
    ),
  },
  {
    name: null,
    class: 'library-title',
    of: ({ id, name }) => (
      <>
        <span class="library-name" title={name}>
          {name}
        </span>
        <span class="muted mono">{id}</span>
      </>
    ),
  },
  {
    name: null,
    class: 'muted library-name',
    of: ({ partCount, mediaType, extension }) =>
      partCount > 1 ? t('{1} parts', partCount) : (mediaType ?? extension),
  },
  { name: null, class: 'number', of: ({ size }) => formatBytes(size) },
  {
    name: null,
    of: ({ approvalStatus }) => approvalStatus !== 0 && <ApprovalBadge status={approvalStatus} />,
  },
  {
    name: null,
    class: 'muted library-time',
    of: ({ updateTime }) => <time>{formatTime(updateTime)}</time>,
  },
]

const countOf = (total: number): string => (total === 1 ? t('1 asset') : t('{1} assets', total))

/** The assets of a collection, or all, with their pictures. */
const AssetList = ({
  collection,
  name,
  query,
}: {
  collection: number | undefined
  name: string
  query: Signal<{ text: string }>
}) => {
  const wanted = query.value.text
  const loaded = useAssets(collection, wanted)
  return (
    <section class="library-list stack" aria-label={name}>
      <div class="row library-head">
        <h2>{name}</h2>
        {loaded.data && <span class="muted">{countOf(loaded.data.total)}</span>}
        <Form
          value={query}
          fields={{ text: { type: 'string', format: 'search', title: t('Name or id') } }}
        />
      </div>
      <Shown
        loaded={loaded}
        isEmpty={({ assets }) => assets.length === 0}
        empty={
          wanted === ''
            ? t(
                'There is no asset here. Drop a file on this page, or upload it with the button above.',
              )
            : t('No asset has this id or this text in its name.')
        }
      >
        {({ assets, more }) => (
          <LongList
            count={assets.length}
            rowHeight={ROW_HEIGHT}
            label={t('Assets')}
            keyOf={(index) => assets[index]?.id ?? index}
            onEnd={more}
          >
            {(index) => {
              const asset = assets[index]
              return (
                asset && (
                  <a class="library-asset" href={linkTo('library', 'asset', asset.id)}>
                    {listCells(COLUMNS, asset)}
                  </a>
                )
              )
            }}
          </LongList>
        )}
      </Shown>
      {collection !== undefined && (
        <details>
          <summary>{t('Users who see {1}', name)}</summary>
          <AccessTable of="collection" id={collection} />
        </details>
      )}
    </section>
  )
}
