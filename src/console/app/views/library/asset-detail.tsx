import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { E4Result } from '#src/client/generated/interface.ts'
import { callOperation } from '../../api/operations.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Notice, Shown } from '../../parts/notice.tsx'
import { AccessTable } from './access-table.tsx'
import { AddToCollection } from './add-to-collection.tsx'
import { AssetFacts } from './asset-facts.tsx'
import type { Collections } from './library-data.ts'
import { words } from './library-texts.ts'

/** An asset as E4 answers it to a user, and who sees it. */
export const AssetDetail = ({
  id,
  back,
  collections,
}: {
  readonly id: number
  readonly back: string
  readonly collections: Collections | undefined
}) => {
  const text = words()
  const as = useSignal<string | undefined>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [id])
  const loaded = useLoaded(
    (signal) =>
      callOperation<E4Result>(
        'E4',
        { assetIdList: [id] },
        { isUntracked: true, signal, ...(as.value !== undefined && { as: as.value }) },
      ),
    [id, as.value],
  )
  return (
    <section class="library-detail" aria-labelledby="library-asset">
      <div class="row">
        <a href={back}>← {text.back}</a>
      </div>
      <div class="row">
        <h2 id="library-asset" tabIndex={-1} ref={heading}>
          {loaded.data?.detail[0]?.subResList[0]?.name ?? text.asset}
        </h2>
        <span class="mono muted">{id}</span>
        <CopyButton label={text.copyId} text={() => String(id)} />
      </div>
      <p class="row">
        <span>
          {text.asUser} <strong>{as.value ?? text.theOwner}</strong>
        </span>
        {as.value !== undefined && (
          <button
            type="button"
            onClick={() => {
              as.value = undefined
            }}
          >
            {text.asOwner}
          </button>
        )}
      </p>
      <Shown loaded={loaded} isEmpty={({ detail }) => detail.length === 0} empty={text.invisible}>
        {(answer) =>
          answer.detail.map((detail) => (
            <AssetFacts key={id} detail={detail}>
              <AddToCollection asset={id} as={as.value} collections={collections} />
            </AssetFacts>
          ))
        }
      </Shown>
      <section class="panel" aria-labelledby="library-sees">
        <h3 id="library-sees">{text.whoSees}</h3>
        <AccessTable
          of="asset"
          id={id}
          onShowAs={(email) => {
            as.value = email
            heading.current?.scrollIntoView()
          }}
        />
      </section>
    </section>
  )
}

/** The notice in the place of an asset whose id is no number. */
export const NoAsset = () => <Notice tone="error">{words().notFound}</Notice>
