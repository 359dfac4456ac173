import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { E4Result } from '#src/client/generated/interface.ts'
import { useLoaded } from '../../api/loaded.ts'
import { callOperation, readFixtures, readOperation } from '../../api/operations.ts'
import { Action, CopyButton, tell } from '../../parts/action.tsx'
import { SelectField } from '../../parts/form.tsx'
import { Panel, Shown } from '../../parts/panel.tsx'
import { t } from '../../texts/words.ts'
import { AccessTable } from './access-table.tsx'
import { AssetFacts } from './asset-facts.tsx'
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
  const chosen = useSignal('')
  const add = async (): Promise<void> => {
    const collectionId = Number(chosen.value)
    const actor = as ?? (await readFixtures()).users?.owner?.email
    const param = { collectionId, assetIds: [asset] }
    await callOperation('E22', param, actor === undefined ? {} : { as: actor })
    tell(t('The asset is in {1}.', collections?.byId.get(collectionId)?.name ?? chosen.value))
  }
  return (
    <div class="row library-add">
      <SelectField
        name={t('Add to collection')}
        schema={{ oneOf: collectionChoices(collections, chosen.value) }}
        value={chosen.value}
        onChange={(value) => {
          chosen.value = String(value)
        }}
      />
      <Action run={add} isDisabled={chosen.value === ''}>
        {t('Add (E22)')}
      </Action>
    </div>
  )
}
