import type { Signal } from '@preact/signals'
import { linkTo } from '../../api/place.ts'
import { Form } from '../../parts/form.tsx'
import { Shown } from '../../parts/panel.tsx'
import { type Column, LongList, listCells } from '../../parts/table.tsx'
import { FilePicture } from '../../parts/text.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { words } from '../../texts/words.ts'
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
      partCount > 1 ? words('library').parts(partCount) : (mediaType ?? extension),
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
  const text = words('library')
  const wanted = query.value.text
  const loaded = useAssets(collection, wanted)
  return (
    <section class="library-list stack" aria-label={name}>
      <div class="row library-head">
        <h2>{name}</h2>
        {loaded.data && <span class="muted">{text.count(formatNumber(loaded.data.total))}</span>}
        <Form
          value={query}
          fields={{ text: { type: 'string', format: 'search', title: text.search } }}
        />
      </div>
      <Shown
        loaded={loaded}
        isEmpty={({ assets }) => assets.length === 0}
        empty={wanted === '' ? text.empty : text.notFound}
      >
        {({ assets, more }) => (
          <LongList
            count={assets.length}
            rowHeight={ROW_HEIGHT}
            label={text.assets}
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
          <summary>{text.whoSeesThis(name)}</summary>
          <AccessTable of="collection" id={collection} />
        </details>
      )}
    </section>
  )
}
