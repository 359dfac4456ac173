import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { linkTo, route } from '../../api/place.ts'
import { Shown } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { AssetDetail, NoAsset } from './asset-detail.tsx'
import { AssetList } from './asset-list.tsx'
import { CollectionTree } from './collection-tree.tsx'
import { type Collections, useCollections } from './library-data.ts'
import { words } from './library-texts.ts'
import { UploadPanel } from './upload-panel.tsx'
import './library.css'

/** The view Library: collections, assets with pictures, an asset in detail, and uploads. */
export default function LibraryView() {
  const text = words()
  const loaded = useCollections()
  const query = useSignal('')
  const [kind, rest] = route.value.rest
  // The list stays at its collection while one of its assets is open.
  const kept = useSignal<number | undefined>(undefined)
  const selected = kind === 'collection' ? numberOf(rest) : kept.value
  const isAsset = kind === 'asset'
  useEffect(() => {
    if (!isAsset) kept.value = kind === 'collection' ? numberOf(rest) : undefined
  }, [kind, rest])
  const shown = isAsset ? kept.value : selected
  const collection = shown === undefined ? undefined : loaded.data?.byId.get(shown)
  return (
    <Page title={text.title} lead={text.lead}>
      <UploadPanel collections={loaded.data} selected={shown} />
      <div class="library">
        <Shown loaded={loaded}>
          {(collections) => <CollectionTree collections={collections} selected={shown} />}
        </Shown>
        {isAsset ? (
          <Opened id={numberOf(rest)} collection={shown} collections={loaded.data} />
        ) : (
          <AssetList
            key={shown}
            collection={
              shown === undefined ? undefined : { id: shown, name: collection?.name ?? `${shown}` }
            }
            query={query}
          />
        )}
      </div>
    </Page>
  )
}

const Opened = ({
  id,
  collection,
  collections,
}: {
  readonly id: number | undefined
  readonly collection: number | undefined
  readonly collections: Collections | undefined
}) => {
  const back =
    collection === undefined ? linkTo('library') : linkTo('library', 'collection', collection)
  if (id === undefined) return <NoAsset />
  return <AssetDetail key={id} id={id} back={back} collections={collections} />
}

const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined
