import type { Signal } from '@preact/signals'
import { linkTo } from '../../api/place.ts'
import { Badge } from '../../parts/badge.tsx'
import { setterOf, TextField } from '../../parts/fields.tsx'
import { FilePicture } from '../../parts/file-picture.tsx'
import { Shown } from '../../parts/notice.tsx'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { formatBytes, formatNumber, formatTime } from '../../texts/language.ts'
import { AccessTable } from './access-table.tsx'
import { type AssetList as Assets, type ListedAsset, useAssets } from './library-data.ts'
import { words } from './library-texts.ts'

const ROW_HEIGHT = 60
const PICTURE_SIZE = 48

/** The assets of a collection, or all, with their pictures. */
export const AssetList = ({
  collection,
  query,
}: {
  readonly collection: { readonly id: number; readonly name: string } | undefined
  readonly query: Signal<string>
}) => {
  const text = words()
  const loaded = useAssets(collection?.id, query.value)
  return (
    <section class="library-list" aria-label={collection?.name ?? text.all}>
      <div class="row library-head">
        <h2>{collection?.name ?? text.all}</h2>
        {loaded.data && <span class="muted">{text.count(formatNumber(loaded.data.total))}</span>}
        <TextField
          label={text.search}
          type="search"
          value={query.value}
          onInput={setterOf(query)}
        />
      </div>
      <Shown
        loaded={loaded}
        isEmpty={({ assets }) => assets.length === 0}
        empty={query.value === '' ? text.empty : text.notFound}
      >
        {(data) => <Rows {...data} />}
      </Shown>
      {collection && (
        <details>
          <summary>{text.whoSeesThis(collection.name)}</summary>
          <AccessTable of="collection" id={collection.id} />
        </details>
      )}
    </section>
  )
}

const Rows = ({ assets, more }: Assets) => (
  <VirtualRows
    count={assets.length}
    rowHeight={ROW_HEIGHT}
    label={words().assets}
    keyOf={(index) => assets[index]?.id ?? index}
    onEnd={more}
  >
    {(index) => {
      const asset = assets[index]
      return asset && <Row asset={asset} />
    }}
  </VirtualRows>
)

const Row = ({ asset }: { readonly asset: ListedAsset }) => {
  const { id, name, extension, mediaType, partCount, size, updateTime, thumbnail } = asset
  return (
    <a class="library-asset" href={linkTo('library', 'asset', id)}>
      <FilePicture
        signed={thumbnail}
        alt=""
        size={PICTURE_SIZE}
        version={`${updateTime} ${size} ${name}`}
      />
      <span class="library-title">
        <span class="library-name" title={name}>
          {name}
        </span>
        <span class="muted mono">{id}</span>
      </span>
      <span class="muted library-name">
        {partCount > 1 ? words().parts(partCount) : (mediaType ?? extension)}
      </span>
      <span class="number">{formatBytes(size)}</span>
      {asset.approvalStatus === 0 ? <span /> : <ApprovalBadge status={asset.approvalStatus} />}
      <time class="muted">{formatTime(updateTime)}</time>
    </a>
  )
}

const TONES = ['plain', 'warning', 'good', 'bad'] as const

/** The status of the approval of an asset (A-9-5); a number that a seed invents is shown as it is. */
export const ApprovalBadge = ({ status }: { readonly status: number }) => (
  <span>
    <Badge tone={TONES[status] ?? 'plain'}>{words().approvals[status] ?? status}</Badge>
  </span>
)
