import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { linkTo, route } from '../../api/place.ts'
import { Notice, Page, Shown } from '../../parts/panel.tsx'
import { t } from '../../texts/words.ts'
import { AssetDetail } from './asset-detail.tsx'
import { AssetList } from './asset-list.tsx'
import { CollectionTree } from './collection-tree.tsx'
import { useCollections } from './library-data.ts'
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
    <Page
      title="Library"
      lead="Collections and assets as they are stored. Drop files anywhere on this page to upload them."
    >
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
