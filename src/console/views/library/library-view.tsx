import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { LibraryAssets, LibraryCollections } from '#src/client/generated/control.ts'
import { useControl, usePages } from '../../api/loaded.ts'
import { linkTo, route } from '../../api/place.ts'
import { Button, setTo } from '../../parts/action.tsx'
import { field } from '../../parts/fields/schema.ts'
import { Form } from '../../parts/form.tsx'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { Badge, FilePicture } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { ApprovalBadge, AssetDetail } from './asset-detail.tsx'
import { UploadPanel } from './upload-panel.tsx'
import './library.css'

export default function LibraryView() {
  const loaded = useControl<LibraryCollections>('/library/collections')
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
  const collections = loaded.data?.collections ?? []
  const name =
    shown === undefined
      ? t('All assets')
      : (collections.find((one) => one.id === shown)?.name ?? `${shown}`)
  const back = shown === undefined ? linkTo('library') : linkTo('library', 'collection', shown)
  return (
    <Page title="Library" lead="Collections and assets. Drop files to upload them.">
      <UploadPanel collections={collections} selected={shown} />
      <div class="library">
        <Shown loaded={loaded} isEmpty={() => false}>
          {(answer) => <CollectionTree {...answer} selected={shown} />}
        </Shown>
        {!isAsset ? (
          <AssetList key={shown} collection={shown} name={name} query={query} />
        ) : id === undefined ? (
          <Notice tone="error">{t('No asset has this id, or this text in its name.')}</Notice>
        ) : (
          <AssetDetail key={id} id={id} back={back} collections={collections} />
        )}
      </div>
    </Page>
  )
}

type Collection = LibraryCollections['collections'][number]

interface TreeProps {
  /** Children by the id of their parent; roots under 0, and those whose parent is not shown. */
  readonly below: ReadonlyMap<number, readonly Collection[]>
  readonly selected: number | undefined
  readonly path: ReadonlySet<number>
}

const CollectionTree = ({
  collections,
  total,
  selected,
}: LibraryCollections & Pick<TreeProps, 'selected'>) => {
  const byId = new Map(collections.map((one) => [one.id, one]))
  const below = Map.groupBy(collections, ({ parentId }) => (byId.has(parentId) ? parentId : 0))
  const path = new Set<number>()
  for (let at = byId.get(selected ?? 0); at && !path.has(at.id); at = byId.get(at.parentId))
    path.add(at.id)
  return (
    <nav class="library-tree" aria-label={t('Collections')}>
      <a href={linkTo('library')} aria-current={selected === undefined ? 'true' : undefined}>
        {t('All assets')}
      </a>
      <Level below={below} selected={selected} path={path} parent={0} />
      {collections.length < total && (
        <Notice>
          {t('The first {1} of {2} collections are shown.', collections.length, total)}
        </Notice>
      )}
    </nav>
  )
}

const Level = ({ parent, ...tree }: TreeProps & { parent: number }) => (
  <ul class="plain-list">
    {tree.below.get(parent)?.map((collection) => (
      <Branch key={collection.id} {...tree} {...collection} />
    ))}
  </ul>
)

const Branch = ({ id, name, itemCount, archivePath, ...tree }: TreeProps & Collection) => {
  const { below, selected, path } = tree
  // Undefined until a person decides; then the way to the selected collection is open.
  const chosen = useSignal<boolean | undefined>(undefined)
  const isOpen = chosen.value ?? (path.has(id) && id !== selected)
  return (
    <li>
      <div class="library-branch">
        {below.has(id) ? (
          <Button
            class="quiet"
            aria-expanded={isOpen}
            aria-label={t('Show what is below {1}', name)}
            onClick={setTo(chosen, !isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </Button>
        ) : (
          <span class="library-leaf" />
        )}
        <a
          href={linkTo('library', 'collection', id)}
          aria-current={id === selected ? 'true' : undefined}
          title={archivePath ?? name}
        >
          <span class="cut">{name}</span>
          {archivePath !== null && <Badge>{t('archive')}</Badge>}
          <span class="muted">{formatNumber(itemCount)}</span>
        </a>
      </div>
      {isOpen && below.has(id) && <Level {...tree} parent={id} />}
    </li>
  )
}

type Asset = LibraryAssets['assets'][number]

const ROW_HEIGHT = 60
const PICTURE_SIZE = 48

const pictureOf = ({ thumbnail, updateTime, size, name }: Asset) => (
  <FilePicture signed={thumbnail} size={PICTURE_SIZE} version={`${updateTime} ${size} ${name}`} />
)

const titleOf = ({ id, name }: Asset) => (
  <>
    <span class="cut" title={name}>
      {name}
    </span>
    <span class="muted mono">{id}</span>
  </>
)

const typeOf = ({ partCount, mediaType, extension }: Asset): string =>
  partCount > 1 ? t('{1} parts', partCount) : (mediaType ?? extension)

const COLUMNS: readonly Column<Asset>[] = [
  { name: null, of: pictureOf },
  { name: null, class: 'library-title', of: titleOf },
  { name: null, class: 'muted cut', of: typeOf, title: typeOf },
  { name: null, class: 'number', of: ({ size }) => formatBytes(size) },
  {
    name: null,
    of: ({ approvalStatus: status }) => status !== 0 && <ApprovalBadge status={status} />,
  },
  { name: null, class: 'muted library-time', of: ({ updateTime }) => formatTime(updateTime) },
]

const PAGE = 500

interface ListProps {
  readonly collection: number | undefined
  readonly name: string
  readonly query: Signal<{ text: string }>
}

const AssetList = ({ collection, name, query }: ListProps) => {
  const { text } = query.value
  const wanted = { collection, query: text, limit: PAGE }
  const loaded = usePages<Asset>('/library/assets', 'assets', wanted)
  const empty =
    text === ''
      ? t('No assets yet. Drop a file on this page, or upload one with the button above.')
      : t('No asset has this id, or this text in its name.')
  const total = loaded.data?.total ?? 0
  return (
    <section class="library-list stack" aria-label={name}>
      <div class="row library-head">
        <h2>{name}</h2>
        <span class="muted">{total === 1 ? t('1 asset') : t('{1} assets', total)}</span>
        <Form value={query} fields={{ text: field('Name or id', { format: 'search' }) }} />
      </div>
      <Shown loaded={loaded} isEmpty={({ rows }) => rows.length === 0} empty={empty}>
        {({ rows }) => (
          <LongList
            rows={rows}
            rowHeight={ROW_HEIGHT}
            label={t('Assets')}
            keyOf={({ id }) => id}
            onEnd={loaded.more}
          >
            {(asset) => (
              <a class="library-asset" href={linkTo('library', 'asset', asset.id)}>
                {listCells(COLUMNS, asset)}
              </a>
            )}
          </LongList>
        )}
      </Shown>
    </section>
  )
}
