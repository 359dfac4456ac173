import type { Signal } from '@preact/signals'
import { linkTo } from '../../api/place.ts'
import { Form } from '../../parts/form.tsx'
import { Shown } from '../../parts/panel.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { FilePicture } from '../../parts/text.tsx'
import { formatBytes, formatTime } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { AccessTable } from './access-table.tsx'
import { ApprovalBadge } from './asset-facts.tsx'
import { type ListedAsset, useAssets } from './library-data.ts'

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
export const AssetList = ({
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
